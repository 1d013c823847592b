import { useEffect, useRef } from 'react';
import { RecordContextProvider } from 'react-admin';
import { loadedWindow } from '../loading/loaded-window.tsx';
import { type ActionOnRows, hasQuestion, isTriedFirst, useActionRun } from './use-action-run.ts';

const Question = loadedWindow(async () => (await import('./question.tsx')).Question);
const ActionTrial = loadedWindow(async () => (await import('./action-preview.tsx')).ActionTrial);
const ReportDialog = loadedWindow(async () => (await import('./report-dialog.tsx')).ReportDialog);

/** Runs an action: at once where no input or confirmation is needed, otherwise after it. What is destructive is tried before. */
export function ActionDialog(props: ActionOnRows) {
  const { schema, action, target, onClose } = props;
  const { isAsked, shown, failures, trouble, reason, start, look, ask, back } = useActionRun(props);
  // Loaded before the action is run: the user must see the rows on which it failed, also if the browser is offline by then.
  useEffect(() => {
    ReportDialog.load();
    if (isTriedFirst(action)) ActionTrial.load();
  }, [action]);
  // React may run an effect twice; an action must run once.
  const isStarted = useRef(false);
  useEffect(() => {
    if (isAsked || isStarted.current) return;
    isStarted.current = true;
    void start();
  });
  if (failures) return <ReportDialog schema={schema} title={action.label} {...failures} onClose={onClose} />;
  if (!isAsked) return null;
  const common = { schema, action, target, reason, trouble, onClose };
  const isTried = isTriedFirst(action);
  return (
    <>
      {hasQuestion(action) && (
        // On the page of a row, the values of that row must not become input of the action.
        <RecordContextProvider value={undefined}>
          <Question {...common} isOpen={!shown} isTriedFirst={isTried} onRun={isTried ? look : start} />
        </RecordContextProvider>
      )}
      {shown && (
        <ActionTrial
          {...common}
          first={shown.first}
          ask={() => ask(shown.input)}
          {...(shown.first ? { onBack: back } : {})}
          onRun={(ifPreview) => start(shown.input, ifPreview)}
        />
      )}
    </>
  );
}
