import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId, useState } from 'react';
import { FormSection } from './form-section.tsx';
import type { FormLayout, PlacedField, PlacedSection } from './form-layout.ts';
import { useFailedAttempts, useTroubleIn } from './form-trouble.ts';
import { t } from '../texts/text.ts';

interface FormSectionsProps {
  readonly layout: FormLayout;
  /** The input of a field, or its value; null for nothing. */
  readonly children: (placed: PlacedField) => ReactNode;
}

/** The sections of a form, in tabs if it has some. All stay mounted: what is entered in a tab is not lost, and is saved with the others. */
export function FormSections({ layout: { tabs, sections }, children }: FormSectionsProps) {
  const id = useId();
  const [chosen = tabs[0], choose] = useState<string>();
  const troubleIn = useTroubleIn();
  const of = (tab: string): readonly PlacedSection[] => sections.filter((section) => section.tab === tab);
  const { failed, box } = useFailedAttempts(() => {
    const first = tabs.find((tab) => troubleIn(of(tab)) > 0);
    if (first !== undefined && troubleIn(of(chosen ?? '')) === 0) choose(first);
  });
  const shown = (section: PlacedSection): ReactNode => (
    <FormSection key={section.key} section={section} attempts={failed} troubles={troubleIn([section])}>
      {children}
    </FormSection>
  );
  return (
    <Box ref={box} sx={column}>
      {tabs.length > 1 && (
        <Tabs value={chosen} onChange={(_, tab: string) => choose(tab)} variant="scrollable" aria-label={t('Parts of the form')} sx={line}>
          {tabs.map((tab, index) => (
            <Tab
              key={tab}
              value={tab}
              id={`${id}tab${index}`}
              aria-controls={`${id}panel${index}`}
              label={<TabLabel text={tab} troubles={troubleIn(of(tab))} />}
            />
          ))}
        </Tabs>
      )}
      {tabs.length > 1
        ? tabs.map((tab, index) => (
            <Box
              key={tab}
              role="tabpanel"
              id={`${id}panel${index}`}
              aria-labelledby={`${id}tab${index}`}
              sx={tab === chosen ? column : { display: 'none' }}
            >
              {of(tab).map(shown)}
            </Box>
          ))
        : sections.map(shown)}
    </Box>
  );
}

const column = { display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)', minWidth: 0 } as const;
const line = { borderBottom: 1, borderColor: 'divider' } as const;

function TabLabel({ text, troubles }: { readonly text: string; readonly troubles: number }) {
  if (troubles === 0) return <>{text}</>;
  return (
    <Box component="span" sx={{ color: 'error.main' }}>
      {`${text} · ${troubles} ${troubles === 1 ? 'problem' : 'problems'}`}
    </Box>
  );
}
