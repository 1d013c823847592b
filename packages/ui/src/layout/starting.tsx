import { useTheme } from '@mui/material/styles';
import { createContext, useContext } from 'react';
import { PageSkeleton } from '../loading/page-skeleton.tsx';
import { t } from '../texts/text.ts';

/** Whether the frame of the pages is there. */
const FramedContext = createContext(false);

/** Around what stands in the frame of the pages. */
export const Framed = FramedContext.Provider;

/** What is shown until it is known who is signed in, and what they may do: as the page was painted before the script was there (`index.html`). */
export function Starting() {
  const isFramed = useContext(FramedContext);
  const { mode } = useTheme().palette;
  if (isFramed) return <PageSkeleton />;
  return (
    <div className="shell" data-theme={mode} aria-busy>
      <output className="shell-text">{t('Loading')}</output>
      <div className="shell-side" aria-hidden>
        <i className="shell-brand" />
        <i className="shell-find" />
        {Array.from({ length: 9 }, (_, item) => (
          <i key={item} />
        ))}
      </div>
      <div className="shell-page" aria-hidden>
        <i className="shell-title" />
      </div>
    </div>
  );
}
