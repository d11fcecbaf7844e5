import { useEffect, useMemo, useState, type ReactNode } from 'react';
import {
  providerLookupText,
  chosenDestination,
  type DestinationChoice,
  listDestinations,
  ENDPOINT,
  findProviders,
  getMessage,
  noProviderOptions,
  type ProviderOptions,
  plainModelId,
  parseWebUrl,
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

/** Chooses automatic routing, a routing policy, a provider, or a custom endpoint. */
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
  const items = useMemo(() => listDestinations(task, options, choices), [task, options, choices]);
  const list = useFilterList<DestinationChoice>({
    items,
    getKey: ({ id }) => id,
    getName: ({ label }) => label,
    getTerms: ({ note }) => ({ words: note }),
    initialKey: current,
  });
  const choose = ({ id, label }: DestinationChoice) => {
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
  const sign = (id: string) => (id === current ? theme.accent(theme.on) : theme.dim(theme.off));
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
          of: (choice) => sign(choice.id) + theme.dim(theme.cut(` ${choice.note}`, room)),
        };
      }}
      spokenRow={({ id, label, note: about }) => `${label}, ${about}${id === current ? ', chosen' : ''}`}
      below={note === '' ? [] : paragraph(note, columns, theme.dim)}
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
