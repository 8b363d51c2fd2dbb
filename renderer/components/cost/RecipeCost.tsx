/** Costs of photographs before they are added: their estimate, and a price that a spending limit needs. */
import { Box, Button, Group } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperationId } from '../../../contract/operations/operation-spec.ts';
import type { Recipe } from '../../../contract/recipes/recipe.ts';
import { estimateNew, missingPrice } from '../../../contract/services/costs.ts';
import { canCharge, type Profile } from '../../../contract/services/profile.ts';
import { formatDecimal } from '../../locales/format.ts';
import { localizedOperation } from '../../locales/localizedOperation.ts';
import { useData } from '../../state/data/store.ts';
import { goTo } from '../../state/window/navigation.ts';
import { Note } from '../Note.tsx';

interface RecipeCostProps {
  readonly recipe: Recipe;
  /** Replaces the recipe's service; null = does not. */
  readonly profileId?: string | null;
  /** Called when the user leaves to set a price. */
  readonly onLeave?: () => void;
}

/** The service that charges for the recipe, or null. */
function useChargingProfile({ recipe, profileId = null }: RecipeCostProps): Profile | null {
  const id = useData(({ settings }) => profileId ?? recipe.profileId ?? settings.defaultProfileId);
  const profile = useData(({ profiles }) => profiles.find((each) => each.id === id));
  return profile !== undefined && canCharge(profile) ? profile : null;
}

const operationsOf = ({ steps }: Recipe): OperationId[] => steps.map(({ operation }) => operation);

/** An upper bound, because finished work is not sent again. Nothing for a free service, or if a price is missing. */
export function RecipeEstimate({ count, ...props }: RecipeCostProps & { readonly count: number }) {
  const { t } = useTranslation();
  const profile = useChargingProfile(props);
  const operations = operationsOf(props.recipe);
  if (profile === null || missingPrice(operations, profile.costs) !== null) return null;
  const { credits, unknown } = estimateNew(operations, count, profile, null);
  const names = { credits: formatDecimal(credits), service: profile.name };
  return (
    <Note span display="block" className="numbers" data-testid={`estimate-${props.recipe.id}`}>
      {unknown.length > 0 ? t('costs.priceUnknown', names) : t('costs.atMost', { ...names, count: credits })}
    </Note>
  );
}

/** A warning if a spending limit needs the price of an operation, with a button to enter it. */
export function MissingPrice(props: RecipeCostProps) {
  const { t } = useTranslation();
  const profile = useChargingProfile(props);
  if (profile === null) return null;
  const operation = missingPrice(operationsOf(props.recipe), profile.costs);
  if (operation === null) return null;
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      px="xs"
      py={4}
      fz="xs"
      lh="16px"
      c="var(--b-uncertain)"
      role="status"
      data-testid={`missing-price-${props.recipe.id}`}
    >
      <IconAlertTriangle size={16} style={{ flex: 'none' }} aria-hidden />
      <Box component="span" flex={1} miw={0}>
        {t('costs.missing', { operation: localizedOperation(operation).title, service: profile.name })}
      </Box>
      <SetPriceButton profileId={profile.id} operation={operation} {...(props.onLeave && { onLeave: props.onLeave })} />
    </Group>
  );
}

interface SetPriceButtonProps extends Pick<RecipeCostProps, 'onLeave'> {
  readonly profileId: string;
  readonly operation: OperationId;
}

export function SetPriceButton({ profileId, operation, onLeave }: SetPriceButtonProps) {
  const { t } = useTranslation();
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => {
        onLeave?.();
        goTo('services', { profileId, cost: operation });
      }}
      data-testid={`set-price-${operation}`}
    >
      {t('costs.setPrice')}
    </Button>
  );
}
