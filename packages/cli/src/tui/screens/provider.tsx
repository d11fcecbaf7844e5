import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  providerLookupText,
  chosenPlaceId,
  listPlaceChoices,
  ENDPOINT,
  FLAGS_NOTE,
  findProviders,
  getMessage,
  noProviderOptions,
  plainModelId,
  parseWebUrl,
  requestFlags,
  toggleFlag,
  withEndpoint,
  withProvider,
  type PlaceChoice,
  type ProviderOptions,
} from '@tryout/engine';
import { Menu } from '../components/menu.tsx';
import { Prompt } from '../components/prompt.tsx';
import { paragraph } from '../components/text.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

/** Chooses automatic routing, a policy, a provider or a custom endpoint, and options for caching and loading. */
export function ProviderScreen(): ReactNode {
  const { session, navigation, notify } = usePicker();
  const { task, choices } = useSession();
  const { theme, body } = useTerminal();
  const { columns } = body;
  const { options, note, retry } = useProviders();
  const [isTyping, setTyping] = useState(false);
  const current = chosenPlaceId(choices);
  const leave = (notice: string) => {
    navigation.back('provider');
    notify(notice);
  };
  const items = useMemo(() => listPlaceChoices(task, options, choices), [task, options, choices]);
  const choose = ({ id, label }: PlaceChoice) => {
    if (id === ENDPOINT) return setTyping(true);
    session.setChoices(withProvider(session.getSnapshot().choices, id));
    leave(`Provider: ${label}`);
  };
  useKeys({
    isActive: !isTyping,
    commands: [retry !== undefined && command('ctrl+r', 'try again', 'Look up the providers again', retry)],
  });
  if (isTyping)
    return (
      <Prompt
        title="Endpoint URL"
        initial={choices.endpointUrl ?? ''}
        placeholder="https://"
        about={paragraph("Requests are sent to exactly this URL, in this task's format.", columns, theme.dim)}
        onSubmit={(text) => {
          const endpointUrl = text.trim();
          try {
            parseWebUrl(endpointUrl);
          } catch (error) {
            return getMessage(error);
          }
          session.setChoices(withEndpoint(session.getSnapshot().choices, endpointUrl));
          leave(`Endpoint: ${endpointUrl}`);
        }}
        onCancel={() => setTyping(false)}
      />
    );
  const about = (text: string) => (text === '' ? [] : ['', ...paragraph(text, columns, theme.dim)]);
  return (
    <Menu
      rows={[
        ...items.map((item) => ({
          name: item.id,
          label: item.label,
          note: item.note,
          isOn: item.id === current,
          choose: () => choose(item),
        })),
        ...(choices.schema === undefined
          ? []
          : [
              {
                name: 'schema',
                label: 'JSON Schema',
                note: 'Answers are JSON. Choose it to ask for text again.',
                isOn: true,
                choose: () => session.setChoices({ ...session.getSnapshot().choices, schema: undefined }),
              },
            ]),
        ...requestFlags.map(({ name, label }) => ({
          name: `--${name}`,
          label: `--${name}`,
          note: label,
          isOn: choices.flags?.includes(name) === true,
          choose: () => session.setChoices(toggleFlag(session.getSnapshot().choices, name)),
        })),
      ]}
      below={({ name }) => about(name.startsWith('--') ? FLAGS_NOTE : note)}
      initial={current}
    />
  );
}

interface Providers {
  readonly options: ProviderOptions;
  readonly note: string;
  /** Undefined unless the lookup failed. */
  readonly retry?: () => void;
}

function useProviders(): Providers {
  const { session, connection } = usePicker();
  const job = useJob();
  const [attempt, setAttempt] = useState(1);
  const [providers, setProviders] = useState((): Providers => {
    const id = plainModelId(session.getSnapshot().model ?? '');
    return { options: noProviderOptions, note: id === '' ? '' : providerLookupText(id) };
  });
  useEffect(() => {
    const { task, model } = session.getSnapshot();
    const id = plainModelId(model ?? '');
    if (id === '') return;
    job.start(async (signal) => {
      try {
        for await (const next of findProviders(connection(), task, id, signal)) {
          if (signal.aborted) return;
          setProviders(next);
        }
      } catch (error) {
        if (!signal.aborted)
          setProviders((last) => ({
            ...last,
            note: getMessage(error),
            retry: () => setAttempt(attempt + 1),
          }));
      }
    });
  }, [session, connection, job, attempt]);
  return providers;
}
