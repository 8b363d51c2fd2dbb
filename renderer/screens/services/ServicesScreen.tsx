/** Services: the built-in engine, and remote ones with their own address and key. */
import { Button } from '@mantine/core';
import { IconCloudPlus, IconPlus } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '../../../contract/services/profile.ts';
import { CardGrid } from '../../components/Card.tsx';
import { EmptyState, Screen } from '../../components/Screen.tsx';
import { useData } from '../../state/data/store.ts';
import { type CostField, consumeIntent, useUi } from '../../state/window/navigation.ts';
import { ComparisonList } from '../comparisons/ComparisonList.tsx';
import { CostsDrawer } from './CostsDrawer.tsx';
import { EngineCard } from './EngineCard.tsx';
import { newProfile } from './profileDraft.ts';
import { RemoteCard } from './RemoteCard.tsx';
import { ServiceDrawer } from './ServiceDrawer.tsx';

export function ServicesScreen() {
  const { t } = useTranslation();
  const profiles = useData((data) => data.profiles);
  /** The service whose drawer is open. */
  const [opened, setOpened] = useState<Profile | null>(null);
  /** The field of its costs to focus. */
  const [cost, setCost] = useState<CostField | null>(null);
  /** The service whose costs are shown. */
  const [ledgerOwner, setLedgerOwner] = useState<Profile | null>(null);
  const known = profiles.find((profile) => profile.id === opened?.id);
  const intent = useUi((ui) => ui.intent);
  const remote = profiles.filter((profile) => profile.kind === 'remote');
  const builtIn = profiles.find((profile) => profile.kind === 'built-in');
  const open = (profile: Profile | null, field: CostField | null = null) => {
    setOpened(profile);
    setCost(field);
  };
  const add = () => open(newProfile(crypto.randomUUID()));

  const onIntent = useEffectEvent((current: typeof intent) => {
    const consumed = current === null ? null : consumeIntent();
    if (consumed === 'new-service') add();
    else if (consumed !== null && typeof consumed === 'object' && 'profileId' in consumed) {
      open(profiles.find(({ id }) => id === consumed.profileId) ?? null, consumed.cost);
    }
  });
  useEffect(() => onIntent(intent), [intent]);

  return (
    <Screen
      title={t('services.title')}
      testId="screen-services"
      actions={
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add} data-testid="service-add">
          {t('services.add')}
        </Button>
      }
    >
      <CardGrid>
        {builtIn && <EngineCard profile={builtIn} />}
        {remote.map((profile) => (
          <RemoteCard
            key={profile.id}
            profile={profile}
            onEdit={(cost) => open(profile, cost)}
            onCosts={() => setLedgerOwner(profile)}
          />
        ))}
        {remote.length === 0 && (
          <EmptyState
            icon={<IconCloudPlus size={40} stroke={1.1} aria-hidden />}
            title={t('services.none.title')}
            text={t('services.none.text')}
            testId="services-none"
          />
        )}
      </CardGrid>
      <ComparisonList />
      <CostsDrawer profile={ledgerOwner} onClose={() => setLedgerOwner(null)} />
      <ServiceDrawer
        service={known ?? opened}
        isNew={known === undefined}
        cost={cost}
        onClose={() => setOpened((now) => (now?.id === opened?.id ? null : now))}
      />
    </Screen>
  );
}
