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
  /** Sent unless another value is given. */
  readonly default?: number;
  /** Names of the same parameter in other APIs; sent under `name`. */
  readonly aliases?: readonly string[];
  /** Parameters of other APIs with similar names that are not misspellings of this one. */
  readonly unlike?: readonly string[];
}

/** What a task says about one of its parameters beyond the JSON Schema. */
export interface ParameterTraits extends Pick<SpecBase, 'default' | 'aliases' | 'unlike'> {
  /** Another name in the same API; sent as given, without the default. */
  readonly alternative?: string;
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
