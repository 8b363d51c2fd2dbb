/** The settings of the app: a page for each entry of the list. Every change is stored immediately. */
import { Box, Stack, Title } from '@mantine/core';
import { Activity, type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SideItem, SideList } from '../../components/list/SideList.tsx';
import {
  pageTitles,
  type SettingsPage,
  settingsPages,
  showPage,
  useSettingsPage,
} from '../../state/settings/settingsPages.ts';
import { DataSection } from './DataSection.tsx';
import { EngineSection } from './EngineSection.tsx';
import { GeneralSections } from './GeneralSections.tsx';
import { NetworkSection } from './NetworkSection.tsx';
import { PowerSection } from './PowerSection.tsx';
import { ResultsSection } from './ResultsSection.tsx';
import { ReviewSections } from './ReviewSections.tsx';
import { StudioSection } from './studio/StudioSection.tsx';

const pageContents: Readonly<Record<SettingsPage, ComponentType>> = {
  general: GeneralSections,
  results: ResultsSection,
  review: ReviewSections,
  engine: EngineSection,
  power: PowerSection,
  studio: StudioSection,
  network: NetworkSection,
  data: DataSection,
};

export function SettingsScreen() {
  const { t } = useTranslation();
  const current = useSettingsPage(({ page }) => page);
  // Visited pages keep their scroll position and unsaved input.
  const [visited, setVisited] = useState<ReadonlySet<SettingsPage>>(new Set([current]));
  if (!visited.has(current)) setVisited(new Set([...visited, current]));
  return (
    <Box
      component="section"
      display="grid"
      // The list is as wide as its longest title.
      style={{ gridTemplateColumns: 'minmax(200px, max-content) minmax(0, 1fr)' }}
      aria-label={t('settings.title')}
      data-testid="screen-settings"
    >
      <SideList title={t('settings.title')} label={t('settings.title')} opensByArrows>
        {settingsPages.map((page) => (
          <SideItem
            key={page}
            name={t(pageTitles[page])}
            isOpen={page === current}
            onOpen={() => showPage(page)}
            testId={`settings-page-${page}`}
          />
        ))}
      </SideList>
      {settingsPages
        .filter((page) => visited.has(page))
        .map((page) => (
          <Activity key={page} mode={page === current ? 'visible' : 'hidden'}>
            <Page page={page} />
          </Activity>
        ))}
    </Box>
  );
}
function Page({ page }: { readonly page: SettingsPage }) {
  const { t } = useTranslation();
  const Content = pageContents[page];
  return (
    <Box
      component="section"
      mih={0}
      style={{ overflow: 'auto' }}
      aria-label={t(pageTitles[page])}
      data-testid={`settings-body-${page}`}
    >
      <Stack gap="lg" maw={768} px="lg" pt="md" pb="lg">
        <Title order={2} size="h1">
          {t(pageTitles[page])}
        </Title>
        <Content />
      </Stack>
    </Box>
  );
}
