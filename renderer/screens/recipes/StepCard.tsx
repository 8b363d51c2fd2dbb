/** One step of a recipe: what is done, and its fields. */
import { Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Family, type OperationId, operationIds } from '../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../contract/recipes/recipe.ts';
import { IconAction } from '../../components/actions/IconAction.tsx';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { type Fact, operationFacts, operationLimits } from './fields/operationFacts.ts';
import { StepFields } from './fields/StepFields.tsx';
import classes from './Recipes.module.css';
import { ReferenceField } from './ReferenceField.tsx';
import type { Issues } from './recipeDraft.ts';
import { useAvailability } from './useAvailability.ts';

const families = ['cutout', 'effects', 'analysis'] as const satisfies Family[];

/** The keys of facts are checked where they are made; their values are not typed. */
type Say = (key: string, values: Fact['values']) => string;

interface StepCardProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  /** This is the step that the preview shows. */
  readonly active: boolean;
  readonly profileId: string | null;
  /** Photographs over the operation's limits are fitted. */
  readonly isFitted: boolean;
  readonly issues: Issues;
  readonly tried: boolean;
  readonly onActivate: () => void;
  readonly onOperation: (operation: OperationId) => void;
  readonly onChange: (change: Partial<Step>) => void;
  readonly onMove: (delta: 1 | -1) => void;
  readonly onRemove: () => void;
}

export function StepCard(props: StepCardProps) {
  const { t } = useTranslation();
  const { step, index, count, issues } = props;
  const spec = localizedOperation(step.operation);
  const { offers, serviceName } = useAvailability(props.profileId);
  const issue = issues.get(`steps.${index}`);
  const factsText = (facts: readonly Fact[]) =>
    facts.map(({ key, values }) => (t as Say)(`recipes.facts.${key}`, values)).join(' · ');
  const data = families.map((family) => ({
    group: t(`recipes.families.${family}`),
    items: operationIds
      .map(localizedOperation)
      .filter((each) => each.family === family)
      .map((each) => ({
        value: each.id,
        label: offers(each.id) ? each.title : `${each.title} (${t('recipes.unavailable')})`,
      })),
  }));
  return (
    <section
      className={classes.card}
      data-active={props.active || undefined}
      aria-label={t('recipes.step', { n: index + 1 })}
      onFocusCapture={props.onActivate}
      data-testid={`step-${index}`}
    >
      <div className={classes.cardHead}>
        <h2>{count > 1 ? t('recipes.step', { n: index + 1 }) : t('recipes.operation')}</h2>
        {count > 1 && (
          <>
            <IconAction
              label={t('recipes.moveUp')}
              icon={IconArrowUp}
              disabled={index === 0}
              onClick={() => props.onMove(-1)}
              testId={`step-${index}-up`}
            />
            <IconAction
              label={t('recipes.moveDown')}
              icon={IconArrowDown}
              disabled={index === count - 1}
              onClick={() => props.onMove(1)}
              testId={`step-${index}-down`}
            />
            <IconAction
              label={t('recipes.removeStep')}
              icon={IconTrash}
              onClick={props.onRemove}
              testId={`step-${index}-remove`}
            />
          </>
        )}
      </div>
      <Select
        aria-label={t('recipes.operation')}
        mt={4}
        searchable
        maxDropdownHeight={360}
        data={data}
        value={step.operation}
        onChange={(id) => id && props.onOperation(id as OperationId)}
        data-testid={`step-${index}-operation`}
      />
      <p className={classes.summary}>{spec.summary}</p>
      <p className={classes.summary} title={factsText(operationLimits(spec))} data-testid={`step-${index}-facts`}>
        {factsText(operationFacts(spec, props.isFitted))}
      </p>
      {!offers(step.operation) && (
        <p className={classes.warn} data-testid={`step-${index}-unavailable`}>
          {t('recipes.unavailableText', { service: serviceName })}
        </p>
      )}
      {issue && (
        <p className={classes.bad} role="alert">
          {issue}
        </p>
      )}
      {spec.images.length > 1 && (
        <ReferenceField
          label={spec.images[1]?.label ?? ''}
          path={step.reference}
          issue={props.tried ? issues.get(`steps.${index}.reference`) : undefined}
          onChange={(reference) => props.onChange({ reference })}
        />
      )}
      <StepFields
        step={step}
        name={`step-${index}`}
        issueOf={(name) => issues.get(`steps.${index}.params.${name}`)}
        onChange={(params) => props.onChange({ params })}
      />
    </section>
  );
}
