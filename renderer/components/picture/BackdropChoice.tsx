/** The choice of the backdrop behind transparent parts. */
import { ActionIcon, Box, Menu, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { backdrops, type Settings } from '../../../contract/app/settings.ts';
import { useBackdrop } from '../../state/settings/backdrop.ts';
import { useHint } from '../../state/settings/keymap.ts';
import { changeSettings } from '../../state/settings/settings.ts';

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

const swatchBackgrounds: Readonly<Record<Backdrop, string>> = {
  checker: 'repeating-conic-gradient(#9a9a9a 0% 25%, #fff 0% 50%) 0 0 / 8px 8px',
  white: '#fff',
  black: '#000',
  grey: '#808080',
};

const Swatch = ({ backdrop }: { readonly backdrop: Backdrop }) => (
  <Box
    component="span"
    display="block"
    w={14}
    h={14}
    bd="1px solid color-mix(in srgb, var(--b-text) 45%, transparent)"
    bdrs="xs"
    style={{ background: swatchBackgrounds[backdrop], forcedColorAdjust: 'none' }}
  />
);
