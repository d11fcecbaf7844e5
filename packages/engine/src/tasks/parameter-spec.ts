import type {
  BooleanField,
  ChoiceField,
  Field,
  JsonField,
  ListField,
  NumberField,
  TextField,
} from '../fields/index.ts';

interface SpecBase {
  /** As the API knows it; dots lead into objects (`target_size.width`). */
  readonly name: string;
  readonly description: string;
  /** In the body's `parameters`, or beside the inputs. */
  readonly place: 'parameters' | 'body';
}

type Kinded<F extends Field, Keys extends keyof F = never> = SpecBase & Pick<F, 'kind' | Keys>;

/** One parameter of a task, generated from the JSON Schemas that @huggingface/tasks ships. */
export type ParameterSpec =
  | Kinded<TextField>
  | Kinded<JsonField>
  | Kinded<ListField>
  | Kinded<BooleanField>
  | Kinded<ChoiceField, 'options'>
  | Kinded<NumberField, 'integer' | 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum'>;
