import { Panel } from '../layout/panel.tsx';
import { OwnPart } from './own-part.tsx';
import { useMaySee } from './own-pages.tsx';
import { useExtension } from './use-extension.ts';
import { translated, t } from '../texts/text.ts';

/** The boxes of the extension on the home page. */
export function OwnCards() {
  const { cards = {} } = useExtension();
  const maySee = useMaySee();
  return Object.entries(cards).map(([name, entry]) =>
    maySee(entry) ? (
      <Panel key={name} title={translated(entry.title)} label={translated(entry.title)}>
        <OwnPart name={t('The card “%{title}”', { title: translated(entry.title) })}>
          <entry.Card />
        </OwnPart>
      </Panel>
    ) : null,
  );
}
