import { codeTabsOf, mediaTypeOf, type CodeTab, type InferenceRequest } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';

export { libraryTabOf } from '@tryout/engine';

/** The code that makes a request, as it is known to the picker. */
export function tabsOfRequest(picker: Picker, request: InferenceRequest): readonly CodeTab[] {
  const { result } = picker.session.getSnapshot().run;
  const contentType = result && mediaTypeOf(result.view);
  return codeTabsOf(request, picker.connection(), {
    isSandbox: picker.isSandbox,
    environment: picker.surroundings.environment,
    ...(contentType === undefined ? {} : { contentType }),
  });
}
