/** What the cutout is laid on: nothing, a colour, or a picture that is chosen in the system's dialog. */
import { ColorInput, Select } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { backgroundFits, type Composition } from '../../../contract/recipes/composition.ts';
import { request, requestQuietly } from '../../bridge.ts';
import { PathField } from '../../forms/PathField.tsx';
import { baseName } from '../../locales/format.ts';
import { rememberGrant, toWirePath } from '../../state/data/grants.ts';
import { compositionTexts } from './compositionTexts.ts';
import classes from './Recipes.module.css';

type Background = Composition['background'];

interface OutputBackgroundProps {
  readonly background: Background;
  readonly set: (background: Background) => void;
  readonly testId: (name: string) => string;
}

const white: Background = { kind: 'colour', colour: '#ffffff' };

export function OutputBackground({ background, set, testId }: OutputBackgroundProps) {
  const { t } = useTranslation();
  const words = compositionTexts();
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
      <div className={kind === 'colour' ? classes.beside : undefined}>
        <Select
          label={words.background.label}
          data={(['colour', 'picture', 'transparent'] as const).map((each) => ({
            value: each,
            label: t(`recipes.output.backgrounds.${each}`),
          }))}
          value={kind}
          onChange={(next) => {
            // A picture is one only when it is chosen: until then the background stays as it was.
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
      </div>
      {kind === 'picture' && (
        <div className={classes.backdrop}>
          {background.kind === 'picture' && <BackgroundThumbnail path={background.path} testId={testId('backdrop')} />}
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
        </div>
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

/** The picture, small; where it is gone, that is said. */
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
      <p className={classes.bad} role="alert" data-testid={`${testId}-gone`}>
        {t('recipes.output.backgroundGone')}
      </p>
    );
  }
  return <img className={classes.thumb} src={shown.url} alt="" data-testid={`${testId}-thumb`} />;
}
