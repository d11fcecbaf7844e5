import { idOf, isLive, isTypedModel, lookUpModel, messageOf, type ModelChoice } from '@tryout/engine';
import { useEffect, useEffectEvent, useState } from 'react';
import { useJob } from '../hooks/use-job.ts';
import { minorCommand, type Command } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useSession } from '../hooks/use-picker.ts';
import type { ModelQuestion } from './model-lines.ts';

/**
 * Asks for confirmation before choosing an unavailable model.
 * @param onChosen receives the model's ID
 */
export function useModelConfirmation(onChosen: (id: string) => void) {
  const { connection } = usePicker();
  const isShown = useIsShown();
  const job = useJob();
  const [question, setQuestion] = useState<ModelQuestion>();
  // Do not open the form after the user has left the screen.
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
    choose(choice: ModelChoice) {
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

/** Makes Enter choose the first model as soon as it arrives, unless something is typed first. */
export function useEarlyEnter(
  chosen: ModelChoice | undefined,
  choose: (choice: ModelChoice) => void,
): { readonly command: Command; forget(): void } {
  const { status } = useSession().models;
  const isShown = useIsShown();
  const [isAwaited, setAwaited] = useState(false);
  const [awaited, setFound] = useState<ModelChoice>();
  if (isAwaited && (chosen !== undefined || status !== 'loading')) {
    setAwaited(false);
    setFound(chosen);
  }
  const onFound = useEffectEvent((found: ModelChoice) => isShown && choose(found));
  useEffect(() => {
    if (awaited) onFound(awaited);
  }, [awaited]);
  return {
    command: minorCommand('enter ctrl+j', 'choose', 'Choose the first model once it loads', () =>
      setAwaited(true),
    ),
    forget: () => setAwaited(false),
  };
}
