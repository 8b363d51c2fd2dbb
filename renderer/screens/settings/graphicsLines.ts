/** Lines about the graphics card: which networks run on it, and why the others do not. */
import type { TFunction } from 'i18next';
import { joinList } from '../../../contract/messages/format-message.ts';
import {
  type GraphicsStatus,
  graphicsOutcomes,
  graphicsProviders,
  providerTitles,
  titleOfNetwork,
} from '../../../contract/services/graphics.ts';

export function graphicsLines({ verdicts, stopped }: GraphicsStatus, t: TFunction): string[] {
  if (stopped) return [t('settings.engine.stopped', { network: titleOfNetwork(stopped.network) })];
  if (verdicts.length === 0) return [t('settings.engine.untested')];
  const titles = (chosen: typeof verdicts) => joinList(chosen.map(({ network }) => titleOfNetwork(network)));
  return graphicsOutcomes.flatMap((outcome) => {
    const found = verdicts.filter((verdict) => verdict.outcome === outcome);
    if (outcome !== 'faster')
      return found.length > 0 ? [t(`settings.engine.${outcome}`, { networks: titles(found) })] : [];
    return graphicsProviders.flatMap((provider) => {
      const own = found.filter((verdict) => verdict.provider === provider);
      const values = { provider: providerTitles[provider], networks: titles(own) };
      return own.length > 0 ? [t('settings.engine.faster', values)] : [];
    });
  });
}
