import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useExtension } from '../own/use-extension.ts';
import { useService } from '../session/service.ts';
import { choosable, chooseLanguage } from '../texts/choice.ts';
import { nameOf } from '../texts/language.ts';
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
  const offered = choosable(settings.languages, useExtension());
  const choose = (language: string): void => {
    onClose();
    onChoose?.();
    if (language !== shownIn().language) chooseLanguage(language);
  };
  return (
    <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {offered.map((language) => (
        <MenuItem key={language} lang={language} selected={language === shownIn().language} onClick={() => choose(language)}>
          {nameOf(language)}
        </MenuItem>
      ))}
    </Menu>
  );
}
