/** Collapsed fields: whether a service charges, its spending limits and its prices. */
import { Box, Checkbox, NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type OperationId, operationIds } from '../../../contract/operations/operation-spec.ts';
import { operations } from '../../../contract/operations/table.ts';
import type { Costs } from '../../../contract/services/costs.ts';
import { CollapsibleSection, SectionScope } from '../../components/CollapsibleSection.tsx';
import { Note } from '../../components/Note.tsx';
import type { Fields } from '../../forms/bindFields.ts';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { setSectionOpen } from '../../state/forms/collapsedSections.ts';
import type { CostField } from '../../state/window/navigation.ts';
import type { ProfileDraft } from './profileDraft.ts';
import { costSummary } from './serviceSummary.ts';

interface CostFieldsProps {
  readonly draft: ProfileDraft;
  readonly onChange: (costs: Costs) => void;
  readonly field: Fields<ProfileDraft>;
  /** The field to scroll to and focus, or null. */
  readonly focused: CostField | null;
  readonly issue: string | undefined;
}

type Limit = 'askAbove' | 'perDay' | 'perMonth' | 'keepBalance';

export function CostFields({ draft, onChange, field, focused, issue }: CostFieldsProps) {
  const { t } = useTranslation();
  const section = `${useContext(SectionScope)}/costs`;
  useEffect(() => {
    if (focused !== null) setSectionOpen(section, true);
  }, [focused, section]);
  return (
    <CollapsibleSection
      name="costs"
      title={t('costs.form.fold')}
      summary={costSummary(draft, t)}
      hasIssue={issue !== undefined}
    >
      <Checkbox
        label={t('services.form.charges')}
        description={t('services.form.chargesHelp')}
        {...field.check('charges', 'service-charges')}
      />
      {issue !== undefined && (
        <Note c="var(--b-uncertain)" mt={-8} role="alert">
          {t('costs.form.needNumber')}
        </Note>
      )}
      {draft.charges && <LimitsAndPrices costs={draft.costs} onChange={onChange} field={field} focused={focused} />}
    </CollapsibleSection>
  );
}

interface LimitsProps extends Pick<CostFieldsProps, 'onChange' | 'field' | 'focused'> {
  readonly costs: Costs;
}

function LimitsAndPrices({ costs, onChange, field, focused }: LimitsProps) {
  const { t } = useTranslation();
  const limitOf = (limit: Limit) => ({
    label: t(`costs.form.${limit}`),
    value: costs[limit],
    onChange: (credits: number | null) => onChange({ ...costs, [limit]: credits }),
    isFocused: focused === limit,
    testId: `service-${limit}`,
  });
  const setPrice = (operation: OperationId, credits: number | null) => {
    const { [operation]: _, ...prices } = costs.prices;
    onChange({ ...costs, prices: credits === null ? prices : { ...prices, [operation]: credits } });
  };
  return (
    <>
      <Text inherit c="dimmed">
        {t('costs.form.text')}
      </Text>
      <CreditsInput {...limitOf('askAbove')} description={t('costs.form.askAboveHelp')} />
      <CreditsInput {...limitOf('perDay')} />
      <CreditsInput {...limitOf('perMonth')} />
      <CreditsInput {...limitOf('keepBalance')} description={t('costs.form.keepBalanceHelp')} />
      <Checkbox
        label={t('costs.form.idempotency')}
        description={t('costs.form.idempotencyHelp')}
        {...field.check('idempotencyKeys', 'service-idempotency')}
      />
      <Box component="fieldset" m={0} p={0} bd={0}>
        <Box component="legend" p={0} fw={600}>
          {t('costs.form.prices')}
        </Box>
        <Text inherit c="dimmed" mb="xs">
          {t('costs.form.pricesHelp')}
        </Text>
        <SimpleGrid cols={2} spacing="sm" verticalSpacing="xs">
          {operationIds.map((operation) => (
            <CreditsInput
              key={operation}
              label={localizedOperation(operation).title}
              value={costs.prices[operation] ?? null}
              placeholder={String(operations[operation].credits ?? t('costs.form.unknownPrice'))}
              onChange={(credits) => setPrice(operation, credits)}
              isFocused={focused === operation}
              testId={`service-price-${operation}`}
            />
          ))}
        </SimpleGrid>
      </Box>
    </>
  );
}

interface CreditsInputProps {
  readonly label: string;
  readonly description?: string;
  readonly placeholder?: string;
  readonly value: number | null;
  readonly isFocused: boolean;
  readonly onChange: (credits: number | null) => void;
  readonly testId: string;
}

/** An empty input is null. */
function CreditsInput({ value, onChange, isFocused, testId, ...rest }: CreditsInputProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    input.current?.scrollIntoView({ block: 'center' });
    input.current?.focus({ preventScroll: true });
  }, [isFocused]);
  return (
    <NumberInput
      {...rest}
      ref={input}
      data-autofocus={isFocused ? true : undefined}
      hideControls
      min={0}
      max={1_000_000_000}
      clampBehavior="strict"
      allowNegative={false}
      thousandSeparator=","
      value={value ?? ''}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
      data-testid={testId}
    />
  );
}
