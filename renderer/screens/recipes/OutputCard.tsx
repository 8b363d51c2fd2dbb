/** One output of a recipe, folded up to a line or open with all its fields. */
import { Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Output, outputFormats } from '../../../preload/contract/recipe.ts';
import { IconAction } from '../../components/IconAction.tsx';
import { DataFields } from '../../forms/DataFields.tsx';
import { LookFields } from '../../forms/LookFields.tsx';
import { exampleName } from './exampleName.ts';
import { OutputComposition } from './OutputComposition.tsx';
import { OutputMarketplace } from './OutputMarketplace.tsx';
import { OutputName } from './OutputName.tsx';
import { quotedOutputSize } from './outputDraft.ts';
import type { OutputPartProps } from './outputPart.ts';
import classes from './Recipes.module.css';
import { makesCutout, usesQuality } from './recipeDraft.ts';

interface OutputCardProps extends Omit<OutputPartProps, 'testId'> {
  readonly isOpen: boolean;
  readonly issue: string | undefined;
  readonly onToggle: () => void;
  /** Null where it stays. */
  readonly onRemove: (() => void) | null;
}

export function OutputCard({ isOpen, issue, onToggle, onRemove, ...part }: OutputCardProps) {
  const { t } = useTranslation();
  const { recipe, number, output } = part;
  const testId = (name: string) => (number === 0 ? `recipe-${name}` : `output-${number}-${name}`);
  const title = recipe.alsoAs.length === 0 ? t('recipes.output.title') : t('recipes.output.number', { n: number + 1 });
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  const fields = { ...part, testId };
  const look = { look: output, set: part.set, testId };
  return (
    <section className={`${classes.card} ${classes.output}`} aria-label={title} data-testid={`output-${number}`}>
      <div className={classes.cardHead}>
        <h2>
          <button
            type="button"
            className={classes.fold}
            aria-expanded={isOpen}
            onClick={onToggle}
            data-testid={testId('fold')}
          >
            <Chevron size={16} aria-hidden />
            <span>{title}</span>
            {!isOpen && <small className="ellipsis">{exampleName(recipe, new Date(), output)}</small>}
          </button>
        </h2>
        {onRemove && (
          <IconAction
            label={t('recipes.output.remove')}
            icon={IconTrash}
            onClick={onRemove}
            testId={testId('remove')}
          />
        )}
      </div>
      {!isOpen && <Summary output={output} />}
      {issue !== undefined && !isOpen && <p className={classes.bad}>{issue}</p>}
      {isOpen && (
        <>
          <OutputMarketplace {...fields} />
          <LookFields
            {...look}
            formats={outputFormats.filter((each) => each !== 'psd' || number > 0)}
            auto={t('recipes.output.formats.auto')}
            autoHasQuality={usesQuality(recipe, { format: 'auto' })}
          />
          {(makesCutout(recipe) || output.composition !== null || output.clippingPath) && (
            <Group title={t('recipes.output.cutout')}>
              <OutputComposition {...fields} />
              <Checkbox
                label={t('recipes.output.clippingPath')}
                description={t('recipes.output.clippingHelp')}
                checked={output.clippingPath}
                onChange={(event) => part.set({ clippingPath: event.currentTarget.checked })}
                data-testid={testId('clipping-path')}
              />
            </Group>
          )}
          <Group title={t('recipes.output.data')}>
            <DataFields {...look} hasCredit />
          </Group>
          <Group title={t('recipes.output.name')}>
            <OutputName {...fields} issue={issue} />
          </Group>
        </>
      )}
    </section>
  );
}

/** What is chosen, in a line: "JPEG, 2048 px, sRGB". */
function Summary({ output: { format, size, colour } }: { readonly output: Output }) {
  const { t } = useTranslation();
  const parts = [
    t(`recipes.output.formats.${format}`),
    quotedOutputSize(size) ?? t('recipes.output.sizes.photograph'),
    t(`recipes.output.colours.${colour}`),
  ];
  return <p className={classes.summary}>{parts.join(' · ')}</p>;
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.group}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
