import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useService } from '../service.ts';
import { chooseLanguage, knownOf } from '../texts/choice.ts';
import { type Language, languages } from '../texts/language.ts';
import { shownIn } from '../texts/text.ts';

interface LanguageMenuProps {
  readonly anchor: HTMLElement | null;
  readonly onClose: () => void;
  /** Called before another language is shown. */
  readonly onChoose?: (() => void) | undefined;
}

/** The languages of the dashboard, each in its own words. */
export function LanguageMenu({ anchor, onClose, onChoose }: LanguageMenuProps) {
  const { settings } = useService();
  const choose = (language: Language): void => {
    onClose();
    onChoose?.();
    if (language !== shownIn().language) chooseLanguage(language);
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {knownOf(settings.languages).map((language) => (
        <MenuItem key={language} lang={language} selected={language === shownIn().language} onClick={() => choose(language)}>
          {languages[language]}
        </MenuItem>
      ))}
    </Menu>
  );
}
