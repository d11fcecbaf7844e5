import { idOf, isLive, isTyped, lookUpModel, messageOf, type ModelChoice } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { formScreen } from '../form/form-screen.ts';

const WORK = 'look up model';

/** What is asked before a model is taken. */
export interface Question {
  readonly id: string;
  /** `looking`: the hub is asked who serves it. */
  readonly kind: 'looking' | 'unserved' | 'failed';
  readonly message?: string;
}

/** The way from the list into the form. */
export interface Entrance {
  readonly question: Question | undefined;
  /** Takes a model, unless nobody serves it: then that is said first. */
  choose(choice: ModelChoice): void;
  /** Takes the model in question all the same. */
  goOn(): void;
  /** @returns false when there was no question */
  dismiss(): boolean;
}

/**
 * @param isShown whether the list is what the person looks at
 * @param onEnter the form was opened
 */
export function entrance(picker: Picker, isShown: () => boolean, onEnter: () => void): Entrance {
  let question: Question | undefined;

  function enter(id: string): void {
    question = undefined;
    picker.session.chooseModel(id);
    picker.open(formScreen(picker));
    onEnter();
  }

  function ask(next: Question): void {
    question = next;
    picker.redraw();
  }

  function lookUp(id: string): void {
    ask({ id, kind: 'looking' });
    picker.work(WORK, async (signal) => {
      try {
        const { providers } = await lookUpModel(picker.connection(), id, signal);
        if (signal.aborted) return;
        // Who has gone elsewhere meanwhile is not led into the form.
        if (!isShown()) question = undefined;
        else if (providers.some(isLive)) enter(id);
        else ask({ id, kind: 'unserved' });
      } catch (error) {
        if (!signal.aborted) ask({ id, kind: 'failed', message: messageOf(error) });
      }
    });
  }

  return {
    get question() {
      return question;
    },
    choose(choice) {
      if (isTyped(choice)) lookUp(idOf(choice));
      else if (choice.providers.length > 0) enter(choice.name);
      else ask({ id: choice.name, kind: 'unserved' });
    },
    goOn() {
      if (question && question.kind !== 'looking') enter(question.id);
    },
    dismiss() {
      picker.endWork(WORK);
      const hadOne = question !== undefined;
      question = undefined;
      return hadOne;
    },
  };
}
