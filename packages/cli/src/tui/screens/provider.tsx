import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  providerLookupText,
  chosenDestination,
  type DestinationChoice,
  listDestinations,
  ENDPOINT,
  FLAGS_NOTE,
  findProviders,
  getMessage,
  noProviderOptions,
  type ProviderOptions,
  plainModelId,
  parseWebUrl,
  requestFlags,
  toggleFlag,
  type RequestFlag,
  withEndpoint,
  withProvider,
} from '@tryout/engine';
import { FilterListView } from '../components/filter-list.tsx';
import { Prompt } from '../components/prompt.tsx';
import { paragraph } from '../components/text.tsx';
import { useFilterList } from '../hooks/use-filter-list.ts';
import { useJob } from '../hooks/use-job.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useSession, useTerminal } from '../hooks/use-picker.ts';

const MAX_NOTE = 60;
const MIN_NAME = 14;

interface ProviderRow extends DestinationChoice {
  /** An option that is turned on and off. */
  readonly flag?: RequestFlag;
}

const flagRows: readonly ProviderRow[] = requestFlags.map(({ name, label }) => ({
  id: `--${name}`,
  label: `--${name}`,
  note: label,
  flag: name,
}));

/** Chooses automatic routing, a policy, a provider or a custom endpoint, and options for caching and loading. */
export function ProviderScreen(): ReactNode {
  const { session, navigation, notify } = usePicker();
  const { task, choices } = useSession();
  const { theme, body } = useTerminal();
  const { columns, rows } = body;
  const { options, note } = useProviders();
  const [isTyping, setTyping] = useState(false);
  const current = chosenDestination(choices);
  const leave = (notice: string) => {
    navigation.back('provider');
    notify(notice);
  };
  const items = useMemo<readonly ProviderRow[]>(
    () => [...listDestinations(task, options, choices), ...flagRows],
    [task, options, choices],
  );
  const list = useFilterList<ProviderRow>({
    items,
    getKey: ({ id }) => id,
    getName: ({ label }) => label,
    getTerms: ({ note }) => ({ words: note }),
    initialKey: current,
  });
  const choose = ({ id, label, flag }: ProviderRow) => {
    if (flag) return session.setChoices(toggleFlag(session.getSnapshot().choices, flag));
    if (id === ENDPOINT) return setTyping(true);
    session.setChoices(withProvider(session.getSnapshot().choices, id));
    leave(`Provider: ${label}`);
  };
  useKeys({
    isActive: !isTyping,
    commands: list.commands('choose', choose),
    takesText: list.typed !== '',
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
  const isOn = ({ id, flag }: ProviderRow) =>
    flag ? choices.flags?.includes(flag) === true : id === current;
  const sign = (row: ProviderRow) => (isOn(row) ? theme.accent(theme.on) : theme.dim(theme.off));
  const about = list.chosen?.flag ? FLAGS_NOTE : note;
  return (
    <FilterListView
      list={list}
      rows={rows}
      noun="choice"
      placeholder="Select a provider"
      aside={(width) => {
        const room = Math.max(0, Math.min(MAX_NOTE, width - MIN_NAME - theme.on.length));
        return {
          width: theme.on.length + room,
          of: (choice) => sign(choice) + theme.dim(theme.cut(` ${choice.note}`, room)),
        };
      }}
      spokenRow={(row) => `${row.label}, ${row.note}${isOn(row) ? ', chosen' : ''}`}
      below={about === '' ? [] : paragraph(about, columns, theme.dim)}
    />
  );
}

function useProviders(): { readonly options: ProviderOptions; readonly note: string } {
  const { session, connection } = usePicker();
  const job = useJob();
  const [found, setFound] = useState(() => {
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
          setFound(next);
        }
      } catch (error) {
        if (!signal.aborted) setFound((known) => ({ ...known, note: getMessage(error) }));
      }
    });
  }, [session, connection, job]);
  return found;
}
