import type { FieldKind } from '@tryout/engine';

/** Kinds of fields that take a file. */
export type FileFieldKind = Extract<FieldKind, 'image' | 'audio' | 'json'>;

/** Endings of files that a field most likely takes; what a file is, its first bytes decide when it is read. */
const endings: Readonly<Record<FileFieldKind, RegExp>> = {
  image: /\.(?:png|apng|jpe?g|jpe|jfif|webp|gif|avif|tiff?|bmp|heic|heif|jxl|jp2|ico)$/i,
  audio: /\.(?:wav|wave|flac|mp3|ogg|oga|opus|m4a|m4b|aac|aiff?|amr|wma|webm|mp4|mov)$/i,
  json: /\.json$/i,
};

/** Whether a file's name speaks for its being of a kind. */
export function fitsByEnding(name: string, kind: FileFieldKind): boolean {
  return endings[kind].test(name);
}
