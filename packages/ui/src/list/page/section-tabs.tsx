import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { Link } from 'react-router-dom';
import { capitalized, useModel, useModels } from '../../schema/use-schema.ts';
import { t } from '../../texts/text.ts';

/** The models of one section, as tabs. */
export function SectionTabs({ model: key }: { readonly model: string }) {
  const models = useModels();
  const own = useModel(key);
  const members = models.filter(({ section, permissions }) => section === own?.section && permissions.view);
  if (!own || members.length < 2) return null;
  const sorted = members.sort((one, other) => one.section_order - other.section_order);
  return (
    <Tabs value={key} variant="scrollable" aria-label={t('Section %{section}', { section: own.section })} sx={{ mt: -0.5 }}>
      {sorted.map(({ model, verbose_name_plural: name }) => (
        <Tab key={model} value={model} label={capitalized(name)} component={Link} to={`/${model}`} />
      ))}
    </Tabs>
  );
}
