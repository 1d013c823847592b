import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { textOf } from '../cells/value-text.ts';
import { loadedPart } from '../loading/loaded-part.tsx';
import type { FieldKind, KindCellProps, KindInputProps } from './field-kind.ts';
import { longText } from './long-text.tsx';
import { text } from './text.tsx';
import { t } from '../texts/text.ts';

/** Loaded where there is a text to be formatted; where that fails, the text is shown as it is written. */
const Formatted = loadedPart(async () => (await import('./markdown-text.tsx')).MarkdownText, Written, Written);

function Written({ text: written }: { readonly text: string }) {
  return <Box sx={{ whiteSpace: 'pre-wrap' }}>{written}</Box>;
}

function Cell(props: KindCellProps) {
  return props.isWhole ? <Formatted text={textOf(props.value)} /> : <text.Cell {...props} />;
}

type Side = 'write' | 'preview';

/** The text as it is written, and a tab that shows how it will look. */
function Input(props: KindInputProps) {
  const { source, label } = props.common;
  const [side, setSide] = useState<Side>('write');
  const id = useId();
  return (
    <Box sx={{ position: 'relative' }}>
      <Tabs
        value={side}
        onChange={(_event, next: Side) => setSide(next)}
        aria-label={t('Views of %{label}', { label })}
        sx={{
          position: 'absolute',
          right: 0,
          top: 0,
          zIndex: 2,
          minHeight: 26,
          '& .MuiTab-root': { minHeight: 26, py: '2px', fontSize: 12.5 },
        }}
      >
        <Tab value="write" label={t('Write')} id={`${id}-write-tab`} aria-controls={`${id}-write`} />
        <Tab value="preview" label={t('Preview')} id={`${id}-preview-tab`} aria-controls={`${id}-preview`} />
      </Tabs>
      <Box role="tabpanel" id={`${id}-write`} aria-labelledby={`${id}-write-tab`} hidden={side !== 'write'}>
        <longText.Input {...props} />
      </Box>
      <Box role="tabpanel" id={`${id}-preview`} aria-labelledby={`${id}-preview-tab`} hidden={side !== 'preview'}>
        {side === 'preview' && <Preview source={source} label={label} />}
      </Box>
    </Box>
  );
}

function Preview({ source, label }: { readonly source: string; readonly label: string }) {
  const written = textOf(useWatch({ name: source }));
  return (
    <>
      <Box sx={{ pt: '8px', pb: '4px', fontSize: 12.5, fontWeight: 550, lineHeight: 1.4 }}>{label}</Box>
      <Box component="section" tabIndex={0} aria-label={t('Preview of %{label}', { label })} sx={preview}>
        {written === '' ? <Box sx={{ color: 'text.disabled' }}>{t('Nothing to show yet.')}</Box> : <Formatted text={written} />}
      </Box>
    </>
  );
}

const preview = {
  minHeight: 62,
  maxHeight: 420,
  overflow: 'auto',
  p: '8px 14px',
  border: '1px solid',
  borderColor: 'divider',
  borderRadius: '8px',
  bgcolor: 'background.paper',
} as const;

/** A text in Markdown. */
export const markdown: FieldKind = { ...longText, Cell, Input };
