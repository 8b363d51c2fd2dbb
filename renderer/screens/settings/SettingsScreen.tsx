/** The settings of the app, a page for each entry of the list; every change is stored at once. */
import { Activity, type ComponentType, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../components/SettingRow.module.css';
import { SideItem, SideList } from '../../components/SideList.tsx';
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

const contents: Readonly<Record<SettingsPage, ComponentType>> = {
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
  const [visited, setVisited] = useState<ReadonlySet<SettingsPage>>(new Set([current]));
  if (!visited.has(current)) setVisited(new Set([...visited, current]));
  return (
    <section className={classes.screen} aria-label={t('settings.title')} data-testid="screen-settings">
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
    </section>
  );
}

/** One that was left keeps its place and what is typed in it. */
function Page({ page }: { readonly page: SettingsPage }) {
  const { t } = useTranslation();
  const Content = contents[page];
  return (
    <section className={classes.body} aria-label={t(pageTitles[page])} data-testid={`settings-body-${page}`}>
      <div className={classes.page}>
        <h2>{t(pageTitles[page])}</h2>
        <Content />
      </div>
    </section>
  );
}
