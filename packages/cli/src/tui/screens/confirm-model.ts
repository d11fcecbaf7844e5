import { useEffect, useState } from 'react';
import { idOf, isLive, isTyped, lookUpModel, messageOf, type ModelChoice } from '@tryout/engine';
import { useJob } from '../hooks/use-job.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import type { ModelQuestion } from './model-lines.ts';

/** The way from the list of models into the form. */
export interface ModelEntrance {
  /** What is asked before the model is taken. */
  readonly question: ModelQuestion | undefined;
  /** Takes a model, unless nobody serves it: then that is said first. */
  choose(choice: ModelChoice): void;
  /** Takes the model in question all the same. */
  goOn(): void;
  dismiss(): void;
}

/** @param onEnter a model is to be taken, by its ID */
export function useModelEntrance(onEnter: (id: string) => void): ModelEntrance {
  const { connection } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  const [question, setQuestion] = useState<ModelQuestion>();
  // Those who have gone elsewhere are not led into the form.
  if (!isShown && question) setQuestion(undefined);
  useEffect(() => {
    if (!isShown) job.stop();
  }, [isShown, job]);

  function enter(id: string): void {
    setQuestion(undefined);
    onEnter(id);
  }

  function lookUp(id: string): void {
    setQuestion({ id, kind: 'looking' });
    job.start(async (signal) => {
      try {
        const { providers } = await lookUpModel(connection(), id, signal);
        if (signal.aborted) return;
        if (providers.some(isLive)) enter(id);
        else setQuestion({ id, kind: 'unserved' });
      } catch (error) {
        if (!signal.aborted) setQuestion({ id, kind: 'failed', message: messageOf(error) });
      }
    });
  }

  return {
    question,
    choose(choice) {
      if (isTyped(choice)) lookUp(idOf(choice));
      else if (choice.providers.length > 0) enter(choice.name);
      else setQuestion({ id: choice.name, kind: 'unserved' });
    },
    goOn() {
      if (question && question.kind !== 'looking') enter(question.id);
    },
    dismiss() {
      job.stop();
      setQuestion(undefined);
    },
  };
}
