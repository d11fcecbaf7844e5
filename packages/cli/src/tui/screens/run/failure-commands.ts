import { ANY_PROVIDER, NotServedError } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { providerScreen } from '../provider/provider-screen.ts';
import type { Command, Screen } from '../screen.ts';

/** The ways on from a model that is not served as asked: by someone else, or another model of the task that is. */
export function failureCommands(picker: Picker, screen: Screen): Command[] {
  const { session, screens } = picker;
  const { error } = session.getSnapshot().run;
  if (!(error instanceof NotServedError)) return [];
  if (error.providers.length > 0) {
    return [
      {
        keys: ['t'],
        label: 'who serves it',
        help: 'Choose among those who serve the model',
        run: () => picker.open(providerScreen(picker)),
      },
    ];
  }
  return [
    {
      keys: ['m'],
      label: 'served models',
      help: 'Choose another model of this task that someone serves',
      run() {
        session.listModels({ provider: ANY_PROVIDER });
        // The form lies under the run, and the models under the form.
        picker.back(screens[screens.indexOf(screen) - 1]);
      },
    },
  ];
}
