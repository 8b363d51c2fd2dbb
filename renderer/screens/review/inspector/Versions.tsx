/** All results of the photograph in the loupe, as thumbnails. */
import { Box, Button, Flex } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { VersionView } from '../../../../contract/review/list-queries.ts';
import { commands } from '../../../commands/table.ts';
import { Picture } from '../../../components/picture/Thumbnail.tsx';
import { dayTime } from '../../../locales/format.ts';
import { useData } from '../../../state/data/store.ts';
import { showVersion } from '../../../state/review/reviewUi.ts';
import { chooseMark } from '../analysis/marks.ts';
import { partKey } from '../analysis/parts.ts';
import toggles from '../decisions/Toggle.module.css';
import { versionPicture } from '../grid/PhotographTile.tsx';
import reviewClasses from '../Review.module.css';
import classes from './Inspector.module.css';
import { distinctName, useVersionName } from './versionNames.ts';

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
  return (
    <Flex
      component="section"
      direction="column"
      gap={2}
      mb={16}
      aria-label={t('review.loupe.versions')}
      data-testid="loupe-versions"
    >
      <Box component="h2" m="0 0 4px" fz={12}>
        {t('review.loupe.versions')}
      </Box>
      {versions.map((version) => (
        <Flex
          component="button"
          key={version.id}
          type="button"
          className={toggles.option}
          gap={8}
          align="center"
          p={4}
          fz={12}
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
            className={`${classes.versionImage} ${version.kind === 'image' ? reviewClasses.clear : ''}`}
          />
          <span className="ellipsis" title={nameOf(version)}>
            {nameOf(version)}
          </span>
        </Flex>
      ))}
      {jobs.size > 1 && (
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
    </Flex>
  );
}
