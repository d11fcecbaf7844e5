import { checkValue, type JsonSchema, type JsonValue } from '@tryout/engine';

/** Checks values by JSON Schemas, which may take forever: the other side ends this worker then. */
self.onmessage = ({ data }: MessageEvent<{ schema: JsonSchema; value: JsonValue }>) => {
  void checkValue(data.schema, data.value).then((problem) => self.postMessage(problem));
};
