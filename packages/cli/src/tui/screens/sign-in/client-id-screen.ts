import { LOOPBACK_REDIRECT } from '@tryout/engine/node';
import type { Picker } from '../../app/picker.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { scrolling } from '../../panels/scrolling.ts';
import { copyAndTell } from '../../system/clipboard.ts';
import type { InkPart } from '../ink-part.ts';
import { openPage } from '../../system/open-page.ts';
import type { Screen } from '../screen.ts';

const LABEL = 'Client ID: ';

/**
 * Says how to get a client id in a minute, and goes on with one that is entered here.
 * @param missing why there is none
 */
export function clientIdScreen(picker: Picker, missing: Error, next: (clientId: string) => void): Screen {
  const { theme, hubUrl } = picker;
  const page = `${hubUrl}/settings/applications/new`;
  let typed = '';
  const scroll = scrolling();
  const go = () => {
    const clientId = typed.trim();
    if (clientId !== '') next(clientId);
    else picker.notify('Enter the client ID of the app first; or go back and paste a token.');
  };
  const steps = (columns: number) => [
    ...paragraph(missing.message, columns, theme.error),
    ...paragraph('Signing in on a page needs an app of your own at the hub, which takes a minute:', columns),
    ...paragraph(`1. Open ${page}`, columns),
    ...paragraph(
      `2. Make a public app with the redirect URL ${LOOPBACK_REDIRECT} and the scopes openid, profile and inference-api.`,
      columns,
    ),
    ...paragraph('3. Enter its client ID here. To keep it, put it into TRYOUT_OAUTH_CLIENT_ID.', columns),
    ...paragraph('A token needs none of this: go back and paste one.', columns, theme.dim),
  ];
  return {
    crumb: () => 'client ID',
    takesText: () => true,
    commands: () => [
      { keys: ['enter'], label: 'go on', help: 'Sign in with this client ID' },
      {
        keys: ['ctrl+o'],
        label: 'open page',
        help: 'Open the page to register an app on',
        run: () => openPage(picker, page),
      },
      {
        keys: ['ctrl+t'],
        label: 'copy redirect URL',
        help: 'Copy the redirect URL that the app is registered with',
        run: () => copyAndTell(picker, LOOPBACK_REDIRECT),
      },
    ],
    onKey: (key) => scroll.onKey(key),
    usesInk: () => 'line',
    draw({ columns, rows }) {
      const part: InkPart = {
        kind: 'line',
        id: 'client-id',
        label: theme.title(LABEL),
        labelColumns: LABEL.length,
        text: typed,
        onChange(text) {
          typed = text;
          picker.redraw();
        },
        onSubmit: go,
      };
      const isRoomy = rows >= steps(columns).length + 2;
      const above = isRoomy ? [...steps(columns), ''] : moreBelow(scroll, steps(columns), rows - 1, picker);
      return { lines: above, part };
    },
  };
}
