import type { ModelSchema } from '@grimoire/protocol';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { focusContent } from '../../layout/focus.ts';
import { PageHead } from '../../layout/page-head.tsx';
import { isReadable } from '../filters/readable.ts';
import { headingOf } from './heading.ts';
import { t } from '../../texts/text.ts';

interface ReadableAddressProps {
  readonly schema: ModelSchema;
  /** The list. */
  readonly children: ReactNode;
}

/** Shows a list, unless the filters of its address can not be shown: it says so, and offers the list without them. */
export function ReadableAddress({ schema, children }: ReadableAddressProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filter = new URLSearchParams(search).get('filter');
  if (filter === null || isReadable(filter)) return children;
  const clear = (): void => {
    focusContent();
    const parameters = new URLSearchParams(search);
    parameters.set('filter', '{}');
    void navigate(`${pathname}?${parameters.toString()}`, { replace: true });
  };
  return (
    <Box className="list-page">
      <PageHead title={headingOf(schema)} />
      <Alert severity="error" sx={{ my: 2 }}>
        {t('This address has a filter that can not be shown.')}
      </Alert>
      <Button onClick={clear}>{t('Clear the filters')}</Button>
    </Box>
  );
}
