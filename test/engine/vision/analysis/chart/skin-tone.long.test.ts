import { describeDarkerSkin } from '../../../../helpers/skin-tone-cases.ts';

describeDarkerSkin('woman');
describeDarkerSkin('pouting');
