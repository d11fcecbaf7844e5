import { idOf, isLive, isTypedModel, lookUpModel, messageOf, type ModelChoice } from '@tryout/engine';
import { useEffect, useState } from 'react';
import { useJob } from '../hooks/use-job.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker } from '../hooks/use-picker.ts';
import type { ModelQuestion } from './model-lines.ts';

/** Confirms a model that no provider runs before it is chosen. */
export interface ModelConfirmation {
  readonly question: ModelQuestion | undefined;
  /** Chooses a model, or asks first. */
  choose(choice: ModelChoice): void;
  /** Chooses the model in question. */
  accept(): void;
  dismiss(): void;
}

/** @param onChosen receives the model's ID */
export function useModelConfirmation(onChosen: (id: string) => void): ModelConfirmation {
  const { connection } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  const [question, setQuestion] = useState<ModelQuestion>();
  // Users who have gone elsewhere are not led into the form.
  if (!isShown && question) setQuestion(undefined);
  useEffect(() => {
    if (!isShown) job.stop();
  }, [isShown, job]);

  function enter(id: string): void {
    setQuestion(undefined);
    onChosen(id);
  }

  function lookUp(id: string): void {
    setQuestion({ id, kind: 'looking' });
    job.start(async (signal) => {
      try {
        const { providers } = await lookUpModel(connection(), id, signal);
        if (signal.aborted) return;
        if (providers.some(isLive)) enter(id);
        else setQuestion({ id, kind: 'unavailable' });
      } catch (error) {
        if (!signal.aborted) setQuestion({ id, kind: 'failed', message: messageOf(error) });
      }
    });
  }

  return {
    question,
    choose(choice) {
      if (isTypedModel(choice)) lookUp(idOf(choice));
      else if (choice.providers.length > 0) enter(choice.name);
      else setQuestion({ id: choice.name, kind: 'unavailable' });
    },
    accept() {
      if (question && question.kind !== 'looking') enter(question.id);
    },
    dismiss() {
      job.stop();
      setQuestion(undefined);
    },
  };
}
