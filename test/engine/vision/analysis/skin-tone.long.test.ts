import { describeDarkerSkin } from '../../../helpers/darker-skin.ts';

describeDarkerSkin('pouting');
