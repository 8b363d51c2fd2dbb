import { describeDarkerSkin } from '../../../helpers/skin-tone-cases.ts';

describeDarkerSkin('pouting');
