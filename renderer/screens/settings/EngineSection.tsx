/** Settings, Engine: use of the graphics card, and the result of each network's self-test. */
import { Flex, Switch } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { joinList } from '../../../contract/messages/format-message.ts';
import {
  type GraphicsStatus,
  graphicsOutcomes,
  graphicsProviders,
  providerTitles,
  titleOfNetwork,
} from '../../../contract/services/graphics.ts';
import { Section, SettingRow } from '../../components/SettingRow.tsx';
import { bindFields } from '../../forms/bindFields.ts';
import { useData } from '../../state/data/store.ts';
import { changeSettings } from '../../state/settings/settings.ts';

export function EngineSection() {
  const { t } = useTranslation();
  const settings = useData((data) => data.settings);
  const status = useData((data) => data.engine.graphics);
  return (
    <Section>
      <SettingRow id="graphics" label={t('settings.engine.graphics')} help={t('settings.engine.graphicsHelp')}>
        <Switch
          aria-label={t('settings.engine.graphics')}
          {...bindFields(settings, changeSettings).check('graphics', 'settings-graphics')}
        />
      </SettingRow>
      {settings.graphics && status && (
        <Flex
          component="ul"
          className="selectable"
          direction="column"
          gap="xs"
          m={0}
          p={0}
          fz="xs"
          lh="16px"
          c="dimmed"
          style={{ listStyle: 'none' }}
          aria-live="polite"
          data-testid="settings-graphics-status"
        >
          {graphicsLines(status, t).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Flex>
      )}
    </Section>
  );
}

/** Returns lines that name the networks on the graphics card, and the reason for each other network. */
export function graphicsLines({ verdicts, stopped }: GraphicsStatus, t: TFunction): string[] {
  if (stopped) return [t('settings.engine.stopped', { network: titleOfNetwork(stopped.network) })];
  if (verdicts.length === 0) return [t('settings.engine.untested')];
  const titles = (chosen: typeof verdicts) => joinList(chosen.map(({ network }) => titleOfNetwork(network)));
  return graphicsOutcomes.flatMap((outcome) => {
    const found = verdicts.filter((verdict) => verdict.outcome === outcome);
    if (outcome !== 'faster')
      return found.length > 0 ? [t(`settings.engine.${outcome}`, { networks: titles(found) })] : [];
    return graphicsProviders.flatMap((provider) => {
      const verdictsOfProvider = found.filter((verdict) => verdict.provider === provider);
      const values = { provider: providerTitles[provider], networks: titles(verdictsOfProvider) };
      return verdictsOfProvider.length > 0 ? [t('settings.engine.faster', values)] : [];
    });
  });
}
