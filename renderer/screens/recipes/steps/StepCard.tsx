import { Box, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Family, type OperationId, operationIds } from '../../../../contract/operations/operation-spec.ts';
import type { Step } from '../../../../contract/recipes/recipe.ts';
import { request } from '../../../bridge.ts';
import { IconAction } from '../../../components/actions/IconAction.tsx';
import { Note } from '../../../components/Note.tsx';
import { PathField } from '../../../forms/PathField.tsx';
import { localizedOperation } from '../../../locales/localizedOperation.ts';
import { rememberGrant } from '../../../state/data/grants.ts';
import { FormCard } from '../FormCard.tsx';
import type { Issues } from '../recipeDraft.ts';
import { useAvailability } from '../useAvailability.ts';
import { type Fact, operationFacts, operationLimits } from './operationFacts.ts';
import { StepFields } from './StepFields.tsx';

const families = ['cutout', 'effects', 'analysis'] as const satisfies Family[];

/** Keys of facts are typed by `operationFacts`, values are not. */
type TranslateFact = (key: string, values: Fact['values']) => string;

interface StepCardProps {
  readonly step: Step;
  readonly index: number;
  readonly count: number;
  /** Whether the preview ends with this step. */
  readonly isActive: boolean;
  readonly profileId: string | null;
  /** Whether photographs over the operation's limits are fitted. */
  readonly isFitted: boolean;
  readonly issues: Issues;
  /** Whether missing values are reported. */
  readonly hasTried: boolean;
  readonly onActivate: () => void;
  readonly onOperation: (operation: OperationId) => void;
  readonly onChange: (change: Partial<Step>) => void;
  readonly onMove: (delta: 1 | -1) => void;
  readonly onRemove: () => void;
}

/** One step of a recipe: its operation and its fields. */
export function StepCard(props: StepCardProps) {
  const { t } = useTranslation();
  const { step, index, count, issues } = props;
  const spec = localizedOperation(step.operation);
  const { offers, serviceName } = useAvailability(props.profileId);
  const issue = issues.get(`steps.${index}`);
  const factsText = (facts: readonly Fact[]) =>
    facts.map(({ key, values }) => (t as TranslateFact)(`recipes.facts.${key}`, values)).join(' · ');
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
    <FormCard
      label={t('recipes.step', { n: index + 1 })}
      title={count > 1 ? t('recipes.step', { n: index + 1 }) : t('recipes.operation')}
      actions={
        count > 1 && (
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
        )
      }
      isActive={props.isActive}
      onFocusCapture={props.onActivate}
      testId={`step-${index}`}
    >
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
      <Note mt={4}>{spec.summary}</Note>
      <Note mt={4} title={factsText(operationLimits(spec))} data-testid={`step-${index}-facts`}>
        {factsText(operationFacts(spec, props.isFitted))}
      </Note>
      {!offers(step.operation) && (
        <Note mt={4} c="var(--b-uncertain)" data-testid={`step-${index}-unavailable`}>
          {t('recipes.unavailableText', { service: serviceName })}
        </Note>
      )}
      {issue && (
        <Note mt={4} lh="inherit" c="var(--b-failed)" role="alert">
          {issue}
        </Note>
      )}
      {spec.images.length > 1 && (
        <ReferenceField
          label={spec.images[1]?.label ?? ''}
          path={step.reference}
          issue={props.hasTried ? issues.get(`steps.${index}.reference`) : undefined}
          onChange={(reference) => props.onChange({ reference })}
        />
      )}
      <StepFields
        step={step}
        name={`step-${index}`}
        issueOf={(name) => issues.get(`steps.${index}.params.${name}`)}
        onChange={(params) => props.onChange({ params })}
      />
    </FormCard>
  );
}

interface ReferenceFieldProps {
  readonly label: string;
  readonly path: string | null;
  readonly issue: string | undefined;
  readonly onChange: (path: string | null) => void;
}

/** The second photograph of a step. */
function ReferenceField({ label, path, issue, onChange }: ReferenceFieldProps) {
  const { t } = useTranslation();
  const choose = async () => {
    const reply = await request('app.choosePhotograph', { purpose: 'reference' });
    if (reply.ok && reply.value) onChange(rememberGrant(reply.value));
  };
  return (
    <Box mt={8}>
      <PathField
        label={label}
        path={path}
        placeholder={t('recipes.reference.choose')}
        issue={issue}
        onChoose={() => void choose()}
        onClear={() => onChange(null)}
        clearLabel={t('recipes.reference.clear')}
        testId="reference"
      />
    </Box>
  );
}
