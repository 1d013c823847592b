import { useSyncExternalStore } from 'react';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { useService } from '../session/service.ts';

const QuestionDialog = loadedWindow(async () => (await import('./question-dialog.tsx')).QuestionDialog);

/** Asks what any part of the page has to know before it goes on. */
export function QuestionHost() {
  const { questions } = useService();
  const question = useSyncExternalStore(questions.watch, () => questions.asked);
  return (
    question && <QuestionDialog question={question} onAnswer={(way) => questions.answer(way)} onClose={() => questions.answer(null)} />
  );
}
