/** All results of a photograph, as small pictures: the one that is shown is framed. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../contract/review/list-queries.ts';
import { commands } from '../../commands/table.ts';
import { Picture } from '../../components/Thumbnail.tsx';
import { dayTime } from '../../locales/format.ts';
import { useData } from '../../state/data/store.ts';
import { showVersion } from '../../state/review/reviewUi.ts';
import { chooseMark } from './analysis/marks.ts';
import { partKey } from './analysis/parts.ts';
import { versionPicture } from './PhotographTile.tsx';
import classes from './Review.module.css';
import { useVersionName } from './useVersionName.ts';
import { distinctName } from './versionNames.ts';

interface VersionsProps {
  readonly versions: readonly VersionView[];
  readonly current: number;
}

export function Versions({ versions, current }: VersionsProps) {
  const { t } = useTranslation();
  const plainName = useVersionName();
  const profiles = useData((data) => data.profiles);
  const serviceOf = ({ profileId }: VersionView) => profiles.find(({ id }) => id === profileId)?.name ?? null;
  const nameOf = (version: VersionView) => distinctName(version, versions, plainName, { serviceOf, timeOf: dayTime });
  if (versions.length < 2) return null;
  const jobs = new Set(versions.filter(({ kind }) => kind === 'image').map(({ jobId }) => jobId));
  const areSeveral = jobs.size > 1;
  return (
    <section className={classes.versionList} aria-label={t('review.loupe.versions')} data-testid="loupe-versions">
      <h2>{t('review.loupe.versions')}</h2>
      {versions.map((version) => (
        <button
          key={version.id}
          type="button"
          aria-current={version.id === current}
          onClick={() => showVersion(version.id)}
          onMouseEnter={() => chooseMark(partKey(version.id))}
          onMouseLeave={() => chooseMark(null)}
          onFocus={() => chooseMark(partKey(version.id))}
          onBlur={() => chooseMark(null)}
          data-testid={`loupe-version-${version.id}`}
        >
          <Picture
            src={versionPicture(version, 48)}
            alt=""
            className={`${classes.versionImage} ${version.kind === 'image' ? classes.clear : ''}`}
          />
          <span className="ellipsis" title={nameOf(version)}>
            {nameOf(version)}
          </span>
        </button>
      ))}
      {areSeveral && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          onClick={() => void commands['review.keepOnly'].run()}
          data-testid="loupe-keep-only"
        >
          {t('commands.review.keepOnly')}
        </Button>
      )}
    </section>
  );
}
