/** What is shown behind transparent parts. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { backdrops, type Settings } from '../../contract/app/settings.ts';
import { useBackdrop } from '../state/settings/backdrop.ts';
import { useHint } from '../state/settings/keymap.ts';
import { changeSettings } from '../state/settings/settings.ts';
import classes from './Backdrop.module.css';

type Backdrop = Settings['reviewBackdrop'];

export function BackdropChoice() {
  const { t } = useTranslation();
  const hint = useHint();
  const current = useBackdrop();
  const label = `${t('review.loupe.background')}: ${t(`review.loupe.backdrops.${current}`)}`;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label={hint(label, 'loupe.background')}>
          <ActionIcon aria-label={label} data-testid="loupe-backdrop">
            <Swatch backdrop={current} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <BackdropItems />
      </Menu.Dropdown>
    </Menu>
  );
}

export function BackdropItems() {
  const { t } = useTranslation();
  const current = useBackdrop();
  return (
    <Menu.RadioGroup
      value={current}
      onChange={(backdrop) => void changeSettings({ reviewBackdrop: backdrop as Backdrop })}
    >
      {backdrops.map((backdrop) => (
        <Menu.RadioItem
          key={backdrop}
          value={backdrop}
          closeMenuOnClick
          rightSection={<Swatch backdrop={backdrop} />}
          data-testid={`loupe-backdrop-${backdrop}`}
        >
          {t(`review.loupe.backdrops.${backdrop}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

const Swatch = ({ backdrop }: { readonly backdrop: Backdrop }) => (
  <span className={classes.swatch} data-backdrop={backdrop} />
);
