import {
  IconAdjustments,
  IconCloudCog,
  IconFolderBolt,
  IconLayoutGrid,
  IconListDetails,
  IconSettings,
  IconTopologyStar3,
} from '@tabler/icons-react';
import type { Screen } from '../state/window/navigation.ts';

export const screenIcons = {
  queue: IconListDetails,
  review: IconLayoutGrid,
  folders: IconFolderBolt,
  recipes: IconAdjustments,
  services: IconCloudCog,
  studio: IconTopologyStar3,
  settings: IconSettings,
} as const satisfies Record<Screen, unknown>;

export const screenIconProps = { size: 22, stroke: 1.5, 'aria-hidden': true } as const;
