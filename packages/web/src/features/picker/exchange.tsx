import { taskExchange, type Task } from '@tryout/engine';
import { VisuallyHidden } from '../../lib/ui/visually-hidden.tsx';

/** What a task takes and gives, in a line: `question, image → answers with scores`. */
export function Exchange({ task }: { readonly task: Task }) {
  const { takes, gives } = taskExchange(task);
  return (
    <>
      {takes.join(', ')} <span aria-hidden="true">→</span>
      <VisuallyHidden>gives</VisuallyHidden> {gives}
    </>
  );
}
