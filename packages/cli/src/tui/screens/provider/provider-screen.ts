import {
  askingWords,
  chosenDestination,
  destinationsOf,
  ENDPOINT,
  findOffers,
  messageOf,
  noOffers,
  plainModelId,
  visibleLine,
  withEndpoint,
  withProvider,
  type DestinationChoice,
} from '@tryout/engine';
import { truncate } from '../../../terminal/index.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { createPickList } from '../../list/pick-list.ts';
import { paragraph } from '../../panels/paragraph.ts';
import type { Command, Screen } from '../screen.ts';
import { addressBox, type AddressBox } from './address-box.ts';

const WORK = 'providers';
/** Cells for what a choice means. */
const MOST_NOTE = 60;
const LEAST_NOTE = 8;
/** Cells that the names of providers keep. */
const LEAST_NAME = 14;

/** Who serves the chosen model: automatic, a policy of the router, one of the providers, or an address. */
export function providerScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  let offers = noOffers;
  let told = '';
  let address: AddressBox | undefined;
  const current = () => chosenDestination(session.getSnapshot().choices);
  const list = createPickList<DestinationChoice>({
    picker,
    noun: 'choice',
    placeholder: () => 'Select who serves the model',
    keyOf: ({ id }) => id,
    nameOf: ({ label }) => label,
    wordsOf: ({ note }) => note,
    inWords: ({ id, label, note }) => `${label}, ${note}${id === current() ? ', chosen now' : ''}`,
    aside(columns) {
      const sign = (id: string) => (id === current() ? theme.accent(theme.on) : theme.dim(theme.off));
      const room = Math.min(MOST_NOTE, columns - LEAST_NAME - theme.on.length);
      const note = (text: string) =>
        room < LEAST_NOTE ? '' : theme.dim(` ${truncate(visibleLine(text), room - 1)}`);
      return {
        width: theme.on.length + (room < LEAST_NOTE ? 0 : room),
        of: (choice) => sign(choice.id) + note(choice.note),
      };
    },
    onChoose({ id, label }) {
      if (id === ENDPOINT) return typeAddress();
      session.setChoices(withProvider(session.getSnapshot().choices, id));
      leave(`Provider: ${label}`);
    },
  });

  const hasMoved = () => list.typed !== '' || list.chosen?.id !== first;

  function refresh(): void {
    const { task, choices } = session.getSnapshot();
    list.setItems(destinationsOf(task, offers, choices));
  }

  function leave(notice: string): void {
    picker.back(screen);
    picker.notify(notice);
  }

  function typeAddress(): void {
    address = addressBox(picker, session.getSnapshot().choices.endpointUrl ?? '', (endpointUrl) => {
      session.setChoices(withEndpoint(session.getSnapshot().choices, endpointUrl));
      leave(`Endpoint: ${endpointUrl}`);
    });
  }

  function ask(): void {
    const { task, model } = session.getSnapshot();
    const id = plainModelId(model ?? '');
    if (id === '') return;
    told = askingWords(id);
    let isFirst = true;
    picker.work(WORK, async (signal) => {
      try {
        for await (const found of findOffers(picker.connection(), task, id, signal)) {
          if (signal.aborted) return;
          ({ offers, told } = found);
          refresh();
          // The one that holds now may be known only now.
          if (isFirst && !hasMoved()) list.choose(current());
          isFirst = false;
          picker.redraw();
        }
      } catch (error) {
        if (signal.aborted) return;
        told = messageOf(error);
        picker.redraw();
      }
    });
  }

  function draw({ columns, rows }: Size): readonly string[] {
    if (address) return address.draw({ columns, rows });
    const below = told === '' ? [] : paragraph(told, columns, theme.dim).slice(0, Math.max(0, rows - 3));
    return [...list.draw({ columns, rows: rows - below.length }), ...below];
  }

  const use: Command = {
    keys: ['enter'],
    label: 'use it',
    help: 'Send runs to this address',
    run: () => address?.enter(),
  };
  const screen: Screen = {
    crumb: () => 'provider',
    commands: () => (address ? [use] : list.commands('choose')),
    onKey: (key) => (address ?? list).onKey(key),
    takesText: () => address !== undefined || list.typed !== '',
    onBack() {
      if (!address) return list.onBack();
      address = undefined;
      return true;
    },
    draw: (room) => ({ lines: draw(room) }),
    onShow: ask,
    onLeave: () => picker.endWork(WORK),
  };
  refresh();
  list.choose(current());
  const first = list.chosen?.id;
  return screen;
}
