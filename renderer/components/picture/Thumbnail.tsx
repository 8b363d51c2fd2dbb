/** The thumbnail of a job, or of its result once it has one. */
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { imageUrl } from '../../../contract/app/image-urls.ts';
import type { JobSummary } from '../../../contract/jobs/job.ts';
import { sideFor } from './thumbnailSide.ts';

interface ThumbnailProps {
  readonly job: Pick<JobSummary, 'id' | 'state' | 'resultCount'>;
  /** Length on the screen, CSS px. */
  readonly side: number;
  readonly className?: string | undefined;
}

export function Thumbnail({ job, side, className }: ThumbnailProps) {
  const address = job.state === 'done' && job.resultCount > 0 ? imageUrl.outcomeThumbnail : imageUrl.jobThumbnail;
  return <Picture src={address(job.id, sideFor(side))} alt="" className={className} />;
}

interface PictureProps {
  readonly src: string;
  /** Empty if the text next to it has the same meaning. */
  readonly alt: string;
  readonly className?: string | undefined;
}

/** An image, or an icon if it cannot be loaded. `data-loaded` marks a loaded one. */
export function Picture({ src, alt, className }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  if (broken === src) {
    return (
      <span className={className} style={{ display: 'grid', placeItems: 'center', color: 'var(--b-dimmed)' }}>
        <IconPhotoOff size={18} stroke={1.5} aria-label={alt || undefined} aria-hidden={alt === ''} />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt={alt}
      className={className}
      loading="lazy"
      decoding="async"
      draggable={false}
      data-loaded={loaded === src || undefined}
      onLoad={() => setLoaded(src)}
      onError={() => setBroken(src)}
    />
  );
}
