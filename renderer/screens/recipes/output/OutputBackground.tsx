/** Background of a cutout: transparent, a color, or a picture. */
import { Box, ColorInput, Group, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backgroundFits, type Composition } from '../../../../contract/recipes/composition.ts';
import { request, requestQuietly } from '../../../bridge.ts';
import { Note } from '../../../components/Note.tsx';
import { PathField } from '../../../forms/PathField.tsx';
import { baseName } from '../../../locales/format.ts';
import { rememberGrant, toWirePath } from '../../../state/data/grants.ts';
import { compositionTexts } from './compositionTexts.ts';
import classes from './OutputBackground.module.css';

type Background = Composition['background'];

interface OutputBackgroundProps {
  readonly background: Background;
  readonly set: (background: Background) => void;
  readonly testId: (name: string) => string;
}

const white: Background = { kind: 'colour', colour: '#ffffff' };

export function OutputBackground({ background, set, testId }: OutputBackgroundProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const kind = isChoosing ? 'picture' : background.kind;

  const choose = async () => {
    const reply = await request('app.choosePhotograph', { purpose: 'reference' });
    if (!reply.ok || !reply.value) return;
    const fit = background.kind === 'picture' ? background.fit : 'cover';
    set({ kind: 'picture', path: rememberGrant(reply.value), fit });
    setChoosing(false);
  };
  return (
    <>
      <Group gap={8} align="flex-end" wrap="nowrap">
        <Select
          flex={1}
          miw={0}
          label={compositionTexts().background.label}
          data={(['colour', 'picture', 'transparent'] as const).map((each) => ({
            value: each,
            label: t(`recipes.output.backgrounds.${each}`),
          }))}
          value={kind}
          onChange={(next) => {
            // The background is unchanged until a picture is chosen.
            setChoosing(next === 'picture' && background.kind !== 'picture');
            if (next === 'colour') set(white);
            else if (next === 'transparent') set({ kind: 'transparent' });
          }}
          data-testid={testId('backdrop')}
        />
        {kind === 'colour' && background.kind === 'colour' && (
          <ColorInput
            w={144}
            aria-label={t('recipes.output.backgrounds.colour')}
            format="hex"
            value={background.colour}
            onChange={(color) => /^#[0-9a-f]{6}$/i.test(color) && set({ kind: 'colour', colour: color })}
            data-testid={testId('backdrop-colour')}
          />
        )}
      </Group>
      {kind === 'picture' && (
        <Group gap={12} align="flex-end">
          {background.kind === 'picture' && <BackgroundThumbnail path={background.path} testId={testId('backdrop')} />}
          <Box flex={1} miw={0}>
            <PathField
              label={t('recipes.output.backgroundPicture')}
              path={background.kind === 'picture' ? baseName(background.path) : null}
              placeholder={t('recipes.output.backgroundNone')}
              onChoose={() => void choose()}
              onClear={() => {
                setChoosing(false);
                set(white);
              }}
              clearLabel={t('recipes.reference.clear')}
              testId={testId('backdrop-picture')}
            />
          </Box>
        </Group>
      )}
      {background.kind === 'picture' && (
        <Select
          label={t('recipes.output.backgroundFit')}
          data={backgroundFits.map((fit) => ({ value: fit, label: t(`recipes.output.fits.${fit}`) }))}
          value={background.fit}
          onChange={(fit) => fit && set({ ...background, fit: fit as typeof background.fit })}
          data-testid={testId('backdrop-fit')}
        />
      )}
    </>
  );
}

/** Thumbnail of the background, or a message if the file is missing. */
function BackgroundThumbnail({ path, testId }: { readonly path: string; readonly testId: string }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<{ path: string; url: string | null } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    void requestQuietly('recipes.backgroundPicture', { path: toWirePath(path) }).then((reply) => {
      if (isCurrent) setShown({ path, url: reply.ok ? reply.value : null });
    });
    return () => {
      isCurrent = false;
    };
  }, [path]);
  if (shown === null || shown.path !== path) return <span className={classes.thumb} />;
  if (shown.url === null) {
    return (
      <Note mt={4} w="100%" lh="inherit" c="var(--b-failed)" role="alert" data-testid={`${testId}-gone`}>
        {t('recipes.output.backgroundGone')}
      </Note>
    );
  }
  return <img className={classes.thumb} src={shown.url} alt="" data-testid={`${testId}-thumb`} />;
}
