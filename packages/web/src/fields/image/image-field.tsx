import { pictureFacts, visibleLine } from '@tryout/engine';
import { Camera, Image } from 'lucide-react';
import { Button } from '../../lib/ui/button.tsx';
import { InputFrame } from '../../lib/ui/input-frame.tsx';
import type { FieldProps } from '../field-props.ts';
import { FileBox } from '../file/file-box.tsx';
import { useDevice } from '../file/use-device.ts';
import { useMediaField } from '../file/use-media-field.ts';
import { BringBackButton } from '../shared/bring-back-button.tsx';
import { fieldIds } from '../shared/field-ids.ts';
import { RefusalNote } from '../shared/refusal-note.tsx';
import styles from './image-field.module.css';
import { PicturePreview } from './picture-preview.tsx';
import { usePicture } from './use-picture.ts';
import { Webcam } from './webcam.tsx';

/** A picture: chosen, dropped, pasted, or taken with the camera. */
export function ImageField(props: FieldProps<'image'>) {
  const { name, field, value, disabled } = props;
  const media = useMediaField(props);
  const picture = usePicture(value);
  const ids = fieldIds(name);
  const camera = useDevice(value, ids.input);
  return (
    <InputFrame
      label={field.label}
      htmlFor={ids.input}
      {...(field.description && { hint: field.description })}
    >
      {camera.isOpen ? (
        <Webcam
          id={ids.input}
          onPicture={(blob) => {
            media.take(blob, 'camera.jpg');
            camera.close();
          }}
          onClose={camera.close}
        />
      ) : (
        <FileBox
          name={name}
          accept="image/*"
          what="picture"
          icon={Image}
          className={styles.box}
          chosen={value?.name}
          facts={value ? pictureFacts(value, picture?.size) : []}
          isReading={media.isReading}
          disabled={disabled}
          isInvalid={media.refusal !== undefined}
          onFile={(file) => media.take(file, file.name)}
          onRefused={media.refuse}
          onRemove={media.remove}
          actions={
            <>
              <Button disabled={disabled} onClick={camera.open}>
                <Camera aria-hidden="true" size={16} />
                Use camera
              </Button>
              <BringBackButton input={ids.input} disabled={disabled} onRestore={media.restore} />
            </>
          }
        >
          {value && <PicturePreview picture={picture} alt={`${field.label}: ${visibleLine(value.name)}`} />}
        </FileBox>
      )}
      <RefusalNote id={ids.note} refusal={camera.isOpen ? undefined : media.refusal} />
    </InputFrame>
  );
}
