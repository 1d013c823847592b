import Button from '@mui/material/Button';
import { useListContext } from 'react-admin';
import { focusFilters } from './focus-filters.ts';
import { t } from '../../texts/text.ts';

/** Takes all filters off a list that shows no rows; the keyboard goes on in the filters, because the button goes. */
export function ClearFilters() {
  const { setFilters } = useListContext();
  const clear = (): void => {
    focusFilters();
    setFilters({}, []);
  };
  return <Button onClick={clear}>{t('Clear the filters')}</Button>;
}
