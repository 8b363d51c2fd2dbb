/** The outcome of a comparison: verdicts, costs and times of both services, and their significance. */
import { Box, Button, Group, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { joinSentences } from '../../../contract/messages/format-message.ts';
import { priceOf } from '../../../contract/services/costs.ts';
import { canCharge } from '../../../contract/services/profile.ts';
import {
  acceptedCount,
  type ComparisonHead,
  type Outcome,
  type ServiceOutcome,
} from '../../../contract/services/service-comparison.ts';
import { SetPriceButton } from '../../components/cost/RecipeCost.tsx';
import { Sheet } from '../../components/Sheet.tsx';
import { formatDecimal, formatDuration, percent } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { closeOutcome, giveToRecipe } from './comparisons.ts';
import { costWords, outcomeSentences } from './outcomeWords.ts';

interface OutcomeSheetProps {
  readonly head: ComparisonHead;
  readonly outcome: Outcome;
}

export function OutcomeSheet({ head, outcome }: OutcomeSheetProps) {
  const { t } = useTranslation();
  const [first, second] = head.services;
  const { judged } = outcome;
  const accepted = (service: ServiceOutcome) => acceptedCount(outcome, service);
  return (
    <Sheet
      onClose={closeOutcome}
      title={t('comparisons.outcome.title', { one: first, other: second })}
      size={640}
      data-testid="outcome"
    >
      <Text inherit mb="xs" c="dimmed">
        {t('comparisons.outcome.about', { recipe: head.recipe, count: judged })}
      </Text>
      <Table className="numbers" verticalSpacing={6} data-testid="outcome-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            {outcome.services.map(({ profileId, service }) => (
              <Table.Th key={profileId} ta="right">
                {service}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Row name={t('comparisons.outcome.better')} outcome={outcome} renderCell={({ won }) => won} />
          <Row
            name={t('comparisons.outcome.acceptable')}
            outcome={outcome}
            renderCell={(service) =>
              judged === 0
                ? t('comparisons.outcome.none')
                : t('comparisons.outcome.share', {
                    n: accepted(service),
                    total: judged,
                    share: percent(accepted(service) / judged),
                  })
            }
          />
          <Row
            name={t('comparisons.outcome.cost')}
            outcome={outcome}
            renderCell={(service) => <Cost service={service} accepted={accepted(service)} recipeId={head.recipeId} />}
          />
          <Row
            name={t('comparisons.outcome.time')}
            outcome={outcome}
            renderCell={({ medianMs }) => <Time ms={medianMs} />}
          />
          <Row
            name={t('comparisons.outcome.slowest')}
            outcome={outcome}
            renderCell={({ slowestTenthMs }) => <Time ms={slowestTenthMs} />}
          />
          <Row name={t('comparisons.outcome.failed')} outcome={outcome} renderCell={({ failed }) => failed} />
        </Table.Tbody>
      </Table>
      <Text inherit mt="md" data-testid="outcome-words">
        {joinSentences(outcomeSentences(outcome, t))}
      </Text>
      <Group justify="flex-end" gap="xs" mt="md">
        {outcome.services.map((service) => (
          <UseButton key={service.profileId} recipeId={head.recipeId} {...service} />
        ))}
        <Button variant="subtle" color="gray" onClick={closeOutcome} data-autofocus data-testid="outcome-close">
          {t('actions.close')}
        </Button>
      </Group>
    </Sheet>
  );
}

interface RowProps {
  readonly name: string;
  readonly outcome: Outcome;
  readonly renderCell: (service: ServiceOutcome) => ReactNode;
}

function Row({ name, outcome, renderCell }: RowProps) {
  return (
    <Table.Tr>
      <Table.Th fw="normal">{name}</Table.Th>
      {outcome.services.map((service) => (
        <Table.Td key={service.profileId} ta="right">
          {renderCell(service)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

interface CostProps {
  readonly service: ServiceOutcome;
  readonly accepted: number;
  readonly recipeId: string;
}

function Cost({ service, accepted, recipeId }: CostProps) {
  const { t } = useTranslation();
  const { profileId, unknown } = service;
  const { average, details } = costWords(service, accepted, t);
  const profile = useData((data) => data.profiles.find(({ id }) => id === profileId));
  const recipe = useData((data) => data.recipes.find(({ id }) => id === recipeId));
  if (profile && !canCharge(profile)) return t('comparisons.outcome.free');
  const operation =
    profile && unknown > 0 && recipe?.steps.find((step) => priceOf(step.operation, profile.costs) === null)?.operation;
  return (
    <>
      {average}
      {details.map((line) => (
        <Box key={line} component="small" display="block" c="dimmed">
          {line}
        </Box>
      ))}
      {operation && <SetPriceButton profileId={profileId} operation={operation} onLeave={closeOutcome} />}
    </>
  );
}

/** Longer times have no tenths of a second. */
const maxPreciseMs = 10_000;

function Time({ ms }: { readonly ms: number | null }) {
  const { t } = useTranslation();
  if (ms === null) return t('comparisons.outcome.none');
  return ms < maxPreciseMs
    ? t('comparisons.outcome.seconds', { n: formatDecimal(Math.round(ms / 100) / 10) })
    : formatDuration(ms);
}

function UseButton({ recipeId, profileId, service }: ServiceOutcome & { readonly recipeId: string }) {
  const { t } = useTranslation();
  const recipe = useData((data) => data.recipes.find(({ id }) => id === recipeId));
  const isAvailable = useData((data) => data.profiles.some(({ id }) => id === profileId));
  if (!recipe || !isAvailable) return null;
  const isUsed = recipe.profileId === profileId;
  return (
    <Button
      variant="default"
      disabled={isUsed}
      onClick={() => void giveToRecipe(recipeId, profileId)}
      data-testid={`outcome-use-${profileId}`}
    >
      {isUsed ? t('comparisons.outcome.used', { service }) : t('comparisons.outcome.use', { service })}
    </Button>
  );
}
