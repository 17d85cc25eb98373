extension Maker {
  /// The lists of words that Sony's tables name.
  static let sonyWords = """
    [=AFPoint]
    0: B4; 1: C4; 2: D4; 3: E4; 4: F4; 5: G4; 6: H4; 7: B3; 8: C3; 9: D3; 10: E3; 11: F3; 12: G3; 13: H3;
    14: B2; 15: C2; 16: D2; 17: E2; 18: F2; 19: G2; 20: H2; 21: C1; 22: D1; 23: E1; 24: F1; 25: G1;
    26: A7 Vertical; 27: A6 Vertical; 28: A5 Vertical; 29: C7 Vertical; 30: C6 Vertical; 31: C5 Vertical;
    32: E7 Vertical; 33: E6 Center Vertical; 34: E5 Vertical; 35: G7 Vertical; 36: G6 Vertical;
    37: G5 Vertical; 38: I7 Vertical; 39: I6 Vertical; 40: I5 Vertical; 41: A7; 42: B7; 43: C7; 44: D7; 45: E7;
    46: F7; 47: G7; 48: H7; 49: I7; 50: A6; 51: B6; 52: C6; 53: D6; 54: E6 Center; 55: F6; 56: G6; 57: H6;
    58: I6; 59: A5; 60: B5; 61: C5; 62: D5; 63: E5; 64: F5; 65: G5; 66: H5; 67: I5; 68: C11; 69: D11; 70: E11;
    71: F11; 72: G11; 73: B10; 74: C10; 75: D10; 76: E10; 77: F10; 78: G10; 79: H10; 80: B9; 81: C9; 82: D9;
    83: E9; 84: F9; 85: G9; 86: H9; 87: B8; 88: C8; 89: D8; 90: E8; 91: F8; 92: G8; 93: H8; 94: E6 Center F2.8;
    255: (none)

    [=AFPoint2]
    0: Upper-left; 1: Left; 2: Lower-left; 3: Far Left; 4: Top (horizontal); 5: Near Right; 6: Center (horizontal);
    7: Near Left; 8: Bottom (horizontal); 9: Top (vertical); 10: Center (vertical); 11: Bottom (vertical);
    12: Far Right; 13: Upper-right; 14: Right; 15: Lower-right; 16: Upper-middle; 17: Lower-middle; 255: (none)

    [=AFPointAtShutterRelease]
    0: B4; 1: C4; 2: D4; 3: E4; 4: F4; 5: G4; 6: H4; 7: B3; 8: C3; 9: D3; 10: E3; 11: F3; 12: G3; 13: H3;
    14: B2; 15: C2; 16: D2; 17: E2; 18: F2; 19: G2; 20: H2; 21: C1; 22: D1; 23: E1; 24: F1; 25: G1;
    26: A7 Vertical; 27: A6 Vertical; 28: A5 Vertical; 29: C7 Vertical; 30: C6 Vertical; 31: C5 Vertical;
    32: E7 Vertical; 33: E6 Center Vertical; 34: E5 Vertical; 35: G7 Vertical; 36: G6 Vertical;
    37: G5 Vertical; 38: I7 Vertical; 39: I6 Vertical; 40: I5 Vertical; 41: A7; 42: B7; 43: C7; 44: D7; 45: E7;
    46: F7; 47: G7; 48: H7; 49: I7; 50: A6; 51: B6; 52: C6; 53: D6; 54: E6 Center; 55: F6; 56: G6; 57: H6;
    58: I6; 59: A5; 60: B5; 61: C5; 62: D5; 63: E5; 64: F5; 65: G5; 66: H5; 67: I5; 68: C11; 69: D11; 70: E11;
    71: F11; 72: G11; 73: B10; 74: C10; 75: D10; 76: E10; 77: F10; 78: G10; 79: H10; 80: B9; 81: C9; 82: D9;
    83: E9; 84: F9; 85: G9; 86: H9; 87: B8; 88: C8; 89: D8; 90: E8; 91: F8; 92: G8; 93: H8; 94: E6 Center F2.8;
    95: (none)

    [=AFPointSelected99M2]
    0: Auto; 93: A5 (93); 94: A6 (94); 95: A7 (95); 106: B2 (106); 107: B3 (107); 108: B4 (108); 110: B5 (110);
    111: B6 (111); 112: B7 (112); 114: B8 (114); 115: B9 (115); 116: B10 (116); 122: C1 (122); 123: C2 (123);
    124: C3 (124); 125: C4 (125); 127: C5 (127); 128: C6 (128); 129: C7 (129); 131: C8 (131); 132: C9 (132);
    133: C10 (133); 134: C11 (134); 139: D1 (139); 140: D2 (140); 141: D3 (141); 142: D4 (142); 144: D5 (144);
    145: D6 (145); 146: D7 (146); 148: D8 (148); 149: D9 (149); 150: D10 (150); 151: D11 (151); 156: E1 (156);
    157: E2 (157); 158: E3 (158); 159: E4 (159); 161: E5 (161); 162: E6 (162, Center); 163: E7 (163); 165: E8 (165);
    166: E9 (166); 167: E10 (167); 168: E11 (168); 173: F1 (173); 174: F2 (174); 175: F3 (175); 176: F4 (176);
    178: F5 (178); 179: F6 (179); 180: F7 (180); 182: F8 (182); 183: F9 (183); 184: F10 (184); 185: F11 (185);
    190: G1 (190); 191: G2 (191); 192: G3 (192); 193: G4 (193); 195: G5 (195); 196: G6 (196); 197: G7 (197);
    199: G8 (199); 200: G9 (200); 201: G10 (201); 202: G11 (202); 208: H2 (208); 209: H3 (209); 210: H4 (210);
    212: H5 (212); 213: H6 (213); 214: H7 (214); 216: H8 (216); 217: H9 (217); 218: H10 (218); 229: I5 (229);
    230: I6 (230); 231: I7 (231)

    [=AFPointsSelected]
    bits 0: Center; 1: Top; 2: Upper-right; 3: Right; 4: Lower-right; 5: Bottom; 6: Lower-left; 7: Left;
    8: Upper-left; 9: Far Right; 10: Far Left; 11: Upper-middle; 12: Near Right; 13: Lower-middle; 14: Near Left;
    15: Upper Far Right; 16: Lower Far Right; 17: Lower Far Left; 18: Upper Far Left; -: (none)

    [=APSCSizeCapture]
    0: Off; 1: On

    [=DriveMode2]
    1: Single Frame; 2: Continuous High; 4: Self-timer 10 sec; 5: Self-timer 2 sec, Mirror Lock-up;
    6: Single-frame Bracketing; 7: Continuous Bracketing; 10: Remote Commander; 11: Mirror Lock-up;
    18: Continuous Low; 24: White Balance Bracketing Low; 25: D-Range Optimizer Bracketing Low;
    40: White Balance Bracketing High; 41: D-Range Optimizer Bracketing High

    [=DriveModeSetting]
    16: Single Frame; 33: Continuous High; 34: Continuous Low; 48: Speed Priority Continuous;
    81: Self-timer 10 sec; 82: Self-timer 2 sec, Mirror Lock-up; 113: Continuous Bracketing 0.3 EV;
    117: Continuous Bracketing 0.7 EV; 145: White Balance Bracketing Low; 146: White Balance Bracketing High;
    192: Remote Commander

    [=DynamicRangeOptimizer]
    0: Off; 1: Auto; 3: Lv1; 4: Lv2; 5: Lv3; 6: Lv4; 7: Lv5; 8: n/a

    [=ExposureProgram]
    0: Program AE; 1: Aperture-priority AE; 2: Shutter speed priority AE; 3: Manual; 4: Auto; 5: iAuto;
    6: Superior Auto; 7: iAuto+; 8: Portrait; 9: Landscape; 10: Twilight; 11: Twilight Portrait; 12: Sunset;
    14: Action (High speed); 16: Sports; 17: Handheld Night Shot; 18: Anti Motion Blur; 19: High Sensitivity;
    21: Beach; 22: Snow; 23: Fireworks; 26: Underwater; 27: Gourmet; 28: Pet; 29: Macro;
    30: Backlight Correction HDR; 33: Sweep Panorama; 36: Background Defocus; 37: Soft Skin; 42: 3D Image;
    43: Cont. Priority AE; 45: Document; 46: Party

    [=ExposureProgram2]
    0: Auto; 1: Manual; 2: Program AE; 3: Aperture-priority AE; 4: Shutter speed priority AE; 8: Program Shift A;
    9: Program Shift S; 16: Portrait; 17: Sports; 18: Sunset; 19: Night Portrait; 20: Landscape; 21: Macro;
    35: Auto No Flash

    [=ExposureProgram3]
    1: Program AE; 2: Aperture-priority AE; 3: Shutter speed priority AE; 4: Manual; 5: Cont. Priority AE;
    16: Auto; 17: Auto (no flash); 18: Auto+; 49: Portrait; 50: Landscape; 51: Macro; 52: Sports; 53: Sunset;
    54: Night view; 55: Night view/portrait; 56: Handheld Night Shot; 57: 3D Sweep Panorama; 64: Auto 2;
    65: Auto 2 (no flash); 80: Sweep Panorama; 96: Anti Motion Blur; 128: Toy Camera; 129: Pop Color;
    130: Posterization; 131: Posterization B/W; 132: Retro Photo; 133: High-key; 134: Partial Color Red;
    135: Partial Color Green; 136: Partial Color Blue; 137: Partial Color Yellow; 138: High Contrast Monochrome

    [=FlashMode]
    0: Autoflash; 1: Fill-flash; 2: Flash Off; 3: Slow Sync; 4: Rear Sync; 6: Wireless

    [=FlashStatus]
    0: No Flash present; 2: Flash Inhibited; 64: Built-in Flash present; 65: Built-in Flash Fired;
    66: Built-in Flash Inhibited; 128: External Flash present; 129: External Flash Fired

    [=HDRSetting]
    0: Off; 1: HDR Auto; 3: HDR 1 EV; 5: HDR 2 EV; 7: HDR 3 EV; 9: HDR 4 EV; 11: HDR 5 EV; 13: HDR 6 EV

    [=LensFormat]
    0: Unknown; 1: APS-C; 2: Full-frame

    [=LensMount]
    0: Unknown; 1: A-mount; 2: E-mount

    [=LensType2]
    0: Unknown E-mount lens or other lens; 0.10: Zeiss Touit 50mm F2.8 Macro; 0.1: Sigma 19mm F2.8 [EX] DN;
    0.11: Zeiss Loxia 50mm F2; 0.12: Zeiss Loxia 35mm F2; 0.2: Sigma 30mm F2.8 [EX] DN;
    0.3: Sigma 60mm F2.8 DN; 0.4: Sony E 18-200mm F3.5-6.3 OSS LE; 0.5: Tamron 18-200mm F3.5-6.3 Di III VC;
    0.6: Tokina FiRIN 20mm F2 FE AF; 0.7: Tokina FiRIN 20mm F2 FE MF; 0.8: Zeiss Touit 12mm F2.8;
    0.9: Zeiss Touit 32mm F1.8; 1: Sony LA-EA1 or Sigma MC-11 Adapter; 2: Sony LA-EA2 Adapter;
    3: Sony LA-EA3 Adapter; 6: Sony LA-EA4 Adapter; 7: Sony LA-EA5 Adapter;
    44: Metabones Canon EF Smart Adapter; 78: Metabones Canon EF Smart Adapter Mark III or Other Adapter;
    184: Metabones Canon EF Speed Booster Ultra; 234: Metabones Canon EF Smart Adapter Mark IV;
    239: Metabones Canon EF Speed Booster; 24593: LA-EA4r MonsterAdapter; 32784: Sony E 16mm F2.8;
    32785: Sony E 18-55mm F3.5-5.6 OSS; 32786: Sony E 55-210mm F4.5-6.3 OSS;
    32787: Sony E 18-200mm F3.5-6.3 OSS; 32788: Sony E 30mm F3.5 Macro;
    32789: Sony E 24mm F1.8 ZA or Samyang AF 50mm F1.4; 32789.1: Samyang AF 50mm F1.4;
    32790: Sony E 50mm F1.8 OSS or Samyang AF 14mm F2.8; 32790.1: Samyang AF 14mm F2.8;
    32791: Sony E 16-70mm F4 ZA OSS; 32792: Sony E 10-18mm F4 OSS; 32793: Sony E PZ 16-50mm F3.5-5.6 OSS;
    32794: Sony FE 35mm F2.8 ZA or Samyang Lens; 32794.1: Samyang AF 24mm F2.8; 32794.2: Samyang AF 35mm F2.8;
    32795: Sony FE 24-70mm F4 ZA OSS; 32796: Sony FE 85mm F1.8 or Viltrox PFU RBMH 85mm F1.8;
    32796.1: Viltrox PFU RBMH 85mm F1.8; 32797: Sony E 18-200mm F3.5-6.3 OSS LE; 32798: Sony E 20mm F2.8;
    32799: Sony E 35mm F1.8 OSS; 32800: Sony E PZ 18-105mm F4 G OSS; 32801: Sony FE 12-24mm F4 G;
    32802: Sony FE 90mm F2.8 Macro G OSS; 32803: Sony E 18-50mm F4-5.6; 32804: Sony FE 24mm F1.4 GM;
    32805: Sony FE 24-105mm F4 G OSS; 32807: Sony E PZ 18-200mm F3.5-6.3 OSS; 32808: Sony FE 55mm F1.8 ZA;
    32810: Sony FE 70-200mm F4 G OSS; 32811: Sony FE 16-35mm F4 ZA OSS; 32812: Sony FE 50mm F2.8 Macro;
    32813: Sony FE 28-70mm F3.5-5.6 OSS; 32814: Sony FE 35mm F1.4 ZA; 32815: Sony FE 24-240mm F3.5-6.3 OSS;
    32816: Sony FE 28mm F2; 32817: Sony FE PZ 28-135mm F4 G OSS; 32819: Sony FE 100mm F2.8 STF GM OSS;
    32820: Sony E PZ 18-110mm F4 G OSS; 32821: Sony FE 24-70mm F2.8 GM; 32822: Sony FE 50mm F1.4 ZA;
    32823: Sony FE 85mm F1.4 GM or Samyang AF 85mm F1.4; 32823.1: Samyang AF 85mm F1.4;
    32824: Sony FE 50mm F1.8; 32826: Sony FE 21mm F2.8 (SEL28F20 + SEL075UWC);
    32827: Sony FE 16mm F3.5 Fisheye (SEL28F20 + SEL057FEC); 32828: Sony FE 70-300mm F4.5-5.6 G OSS;
    32829: Sony FE 100-400mm F4.5-5.6 GM OSS; 32830: Sony FE 70-200mm F2.8 GM OSS;
    32831: Sony FE 16-35mm F2.8 GM; 32848: Sony FE 400mm F2.8 GM OSS; 32849: Sony E 18-135mm F3.5-5.6 OSS;
    32850: Sony FE 135mm F1.8 GM; 32851: Sony FE 200-600mm F5.6-6.3 G OSS; 32852: Sony FE 600mm F4 GM OSS;
    32853: Sony E 16-55mm F2.8 G; 32854: Sony E 70-350mm F4.5-6.3 G OSS; 32855: Sony FE C 16-35mm T3.1 G;
    32858: Sony FE 35mm F1.8; 32859: Sony FE 20mm F1.8 G; 32860: Sony FE 12-24mm F2.8 GM;
    32862: Sony FE 50mm F1.2 GM; 32863: Sony FE 14mm F1.8 GM; 32864: Sony FE 28-60mm F4-5.6;
    32865: Sony FE 35mm F1.4 GM; 32866: Sony FE 24mm F2.8 G; 32867: Sony FE 40mm F2.5 G;
    32868: Sony FE 50mm F2.5 G; 32871: Sony FE PZ 16-35mm F4 G; 32873: Sony E PZ 10-20mm F4 G;
    32874: Sony FE 70-200mm F2.8 GM OSS II; 32875: Sony FE 24-70mm F2.8 GM II; 32876: Sony E 11mm F1.8;
    32877: Sony E 15mm F1.4 G; 32878: Sony FE 20-70mm F4 G;
    33072: Sony FE 70-200mm F2.8 GM OSS + 1.4X Teleconverter;
    33073: Sony FE 70-200mm F2.8 GM OSS + 2X Teleconverter; 33076: Sony FE 100mm F2.8 STF GM OSS (macro mode);
    33077: Sony FE 100-400mm F4.5-5.6 GM OSS + 1.4X Teleconverter;
    33078: Sony FE 100-400mm F4.5-5.6 GM OSS + 2X Teleconverter;
    33079: Sony FE 400mm F2.8 GM OSS + 1.4X Teleconverter; 33080: Sony FE 400mm F2.8 GM OSS + 2X Teleconverter;
    33081: Sony FE 200-600mm F5.6-6.3 G OSS + 1.4X Teleconverter;
    33082: Sony FE 200-600mm F5.6-6.3 G OSS + 2X Teleconverter;
    33083: Sony FE 600mm F4 GM OSS + 1.4X Teleconverter; 33084: Sony FE 600mm F4 GM OSS + 2X Teleconverter;
    49201: Zeiss Touit 12mm F2.8; 49202: Zeiss Touit 32mm F1.8; 49203: Zeiss Touit 50mm F2.8 Macro;
    49216: Zeiss Batis 25mm F2; 49217: Zeiss Batis 85mm F1.8; 49218: Zeiss Batis 18mm F2.8;
    49219: Zeiss Batis 135mm F2.8; 49220: Zeiss Batis 40mm F2 CF; 49232: Zeiss Loxia 50mm F2;
    49233: Zeiss Loxia 35mm F2; 49234: Zeiss Loxia 21mm F2.8; 49235: Zeiss Loxia 85mm F2.4;
    49236: Zeiss Loxia 25mm F2.4; 49456: Tamron E 18-200mm F3.5-6.3 Di III VC;
    49457: Tamron 28-75mm F2.8 Di III RXD; 49458: Tamron 17-28mm F2.8 Di III RXD;
    49459: Tamron 35mm F2.8 Di III OSD M1:2; 49460: Tamron 24mm F2.8 Di III OSD M1:2;
    49461: Tamron 20mm F2.8 Di III OSD M1:2; 49462: Tamron 70-180mm F2.8 Di III VXD;
    49463: Tamron 28-200mm F2.8-5.6 Di III RXD; 49464: Tamron 70-300mm F4.5-6.3 Di III RXD;
    49465: Tamron 17-70mm F2.8 Di III-A VC RXD; 49466: Tamron 150-500mm F5-6.7 Di III VC VXD;
    49467: Tamron 11-20mm F2.8 Di III-A RXD; 49468: Tamron 18-300mm F3.5-6.3 Di III-A VC VXD;
    49469: Tamron 35-150mm F2-F2.8 Di III VXD; 49470: Tamron 28-75mm F2.8 Di III VXD G2;
    49471: Tamron 50-400mm F4.5-6.3 Di III VC VXD; 49472: Tamron 20-40mm F2.8 Di III VXD;
    49473: Tokina atx-m 85mm F1.8 FE or Viltrox lens; 49473.1: Viltrox 23mm F1.4 E;
    49473.2: Viltrox 56mm F1.4 E; 49712: Tokina FiRIN 20mm F2 FE AF; 49713: Tokina FiRIN 100mm F2.8 FE MACRO;
    49714: Tokina atx-m 11-18mm F2.8 E; 50480: Sigma 30mm F1.4 DC DN | C; 50481: Sigma 50mm F1.4 DG HSM | A;
    50482: Sigma 18-300mm F3.5-6.3 DC MACRO OS HSM | C + MC-11; 50483: Sigma 18-35mm F1.8 DC HSM | A + MC-11;
    50484: Sigma 24-35mm F2 DG HSM | A + MC-11; 50485: Sigma 24mm F1.4 DG HSM | A + MC-11;
    50486: Sigma 150-600mm F5-6.3 DG OS HSM | C + MC-11; 50487: Sigma 20mm F1.4 DG HSM | A + MC-11;
    50488: Sigma 35mm F1.4 DG HSM | A; 50489: Sigma 150-600mm F5-6.3 DG OS HSM | S + MC-11;
    50490: Sigma 120-300mm F2.8 DG OS HSM | S + MC-11; 50492: Sigma 24-105mm F4 DG OS HSM | A + MC-11;
    50493: Sigma 17-70mm F2.8-4 DC MACRO OS HSM | C + MC-11; 50495: Sigma 50-100mm F1.8 DC HSM | A + MC-11;
    50499: Sigma 85mm F1.4 DG HSM | A; 50501: Sigma 100-400mm F5-6.3 DG OS HSM | C + MC-11;
    50503: Sigma 16mm F1.4 DC DN | C; 50507: Sigma 105mm F1.4 DG HSM | A; 50508: Sigma 56mm F1.4 DC DN | C;
    50512: Sigma 70-200mm F2.8 DG OS HSM | S + MC-11; 50513: Sigma 70mm F2.8 DG MACRO | A;
    50514: Sigma 45mm F2.8 DG DN | C; 50515: Sigma 35mm F1.2 DG DN | A; 50516: Sigma 14-24mm F2.8 DG DN | A;
    50517: Sigma 24-70mm F2.8 DG DN | A; 50518: Sigma 100-400mm F5-6.3 DG DN OS | C;
    50521: Sigma 85mm F1.4 DG DN | A; 50522: Sigma 105mm F2.8 DG DN MACRO | A; 50523: Sigma 65mm F2 DG DN | C;
    50524: Sigma 35mm F2 DG DN | C; 50525: Sigma 24mm F3.5 DG DN | C; 50526: Sigma 28-70mm F2.8 DG DN | C;
    50527: Sigma 150-600mm F5-6.3 DG DN OS | S; 50528: Sigma 35mm F1.4 DG DN | A;
    50529: Sigma 90mm F2.8 DG DN | C; 50530: Sigma 24mm F2 DG DN | C; 50531: Sigma 18-50mm F2.8 DC DN | C;
    50532: Sigma 20mm F2 DG DN | C; 50533: Sigma 16-28mm F2.8 DG DN | C; 50534: Sigma 20mm F1.4 DG DN | A;
    50535: Sigma 24mm F1.4 DG DN | A; 50536: Sigma 60-600mm F4.5-6.3 DG DN OS | S;
    50539: Sigma 50mm F1.4 DG DN | A; 50992: Voigtlander SUPER WIDE-HELIAR 15mm F4.5 III;
    50993: Voigtlander HELIAR-HYPER WIDE 10mm F5.6; 50994: Voigtlander ULTRA WIDE-HELIAR 12mm F5.6 III;
    50995: Voigtlander MACRO APO-LANTHAR 65mm F2 Aspherical; 50996: Voigtlander NOKTON 40mm F1.2 Aspherical;
    50997: Voigtlander NOKTON classic 35mm F1.4; 50998: Voigtlander MACRO APO-LANTHAR 110mm F2.5;
    50999: Voigtlander COLOR-SKOPAR 21mm F3.5 Aspherical; 51000: Voigtlander NOKTON 50mm F1.2 Aspherical;
    51001: Voigtlander NOKTON 21mm F1.4 Aspherical; 51002: Voigtlander APO-LANTHAR 50mm F2 Aspherical;
    51003: Voigtlander NOKTON 35mm F1.2 Aspherical SE; 51006: Voigtlander APO-LANTHAR 35mm F2 Aspherical;
    51504: Samyang AF 50mm F1.4; 51505: Samyang AF 14mm F2.8 or Samyang AF 35mm F2.8;
    51505.1: Samyang AF 35mm F2.8; 51507: Samyang AF 35mm F1.4; 51508: Samyang AF 45mm F1.8;
    51510: Samyang AF 18mm F2.8 or Samyang AF 35mm F1.8; 51510.1: Samyang AF 35mm F1.8;
    51512: Samyang AF 75mm F1.8; 51513: Samyang AF 35mm F1.8; 51514: Samyang AF 24mm F1.8;
    51515: Samyang AF 12mm F2.0; 51516: Samyang AF 24-70mm F2.8; 51517: Samyang AF 50mm F1.4 II;
    51518: Samyang AF 135mm F1.8

    [=MeteringMode]
    0: Multi-segment; 2: Center-weighted average; 3: Spot; 4: Average; 5: Highlight

    [=PictureEffect2]
    0: Off; 1: Toy Camera; 2: Pop Color; 3: Posterization; 4: Retro Photo; 5: Soft High Key; 6: Partial Color;
    7: High Contrast Monochrome; 8: Soft Focus; 9: HDR Painting; 10: Rich-tone Monochrome; 11: Miniature;
    12: Water Color; 13: Illustration

    [=PictureProfile]
    0: Gamma Still - Standard/Neutral (PP2); 1: Gamma Still - Portrait; 3: Gamma Still - Night View/Portrait;
    4: Gamma Still - B&W/Sepia; 5: Gamma Still - Clear; 6: Gamma Still - Deep; 7: Gamma Still - Light;
    8: Gamma Still - Vivid; 9: Gamma Still - Real; 10: Gamma Movie (PP1); 22: Gamma ITU709 (PP3 or PP4);
    24: Gamma Cine1 (PP5); 25: Gamma Cine2 (PP6); 26: Gamma Cine3; 27: Gamma Cine4; 28: Gamma S-Log2 (PP7);
    29: Gamma ITU709 (800%); 31: Gamma S-Log3 (PP8 or PP9); 33: Gamma HLG2 (PP10); 34: Gamma HLG3; 37: FL; 38: VV2;
    39: IN; 40: SH

    [=ReleaseMode2]
    0: Normal; 1: Continuous; 2: Continuous - Exposure Bracketing; 3: DRO or White Balance Bracketing;
    5: Continuous - Burst; 6: Single Frame - Capture During Movie; 7: Continuous - Sweep Panorama;
    8: Continuous - Anti-Motion Blur, Hand-held Twilight; 9: Continuous - HDR; 10: Continuous - Background defocus;
    13: Continuous - 3D Sweep Panorama; 15: Continuous - High Resolution Sweep Panorama; 16: Continuous - 3D Image;
    17: Continuous - Burst 2; 18: Normal - iAuto+; 19: Continuous - Speed/Advance Priority;
    20: Continuous - Multi Frame NR; 23: Single-frame - Exposure Bracketing; 26: Continuous Low;
    27: Continuous - High Sensitivity; 28: Smile Shutter; 29: Continuous - Tele-zoom Advance Priority;
    146: Single Frame - Movie Capture

    [=ReleaseMode3]
    0: Normal; 1: Continuous; 2: Bracketing; 4: Continuous - Burst; 5: Continuous - Speed/Advance Priority;
    6: Normal - Self-timer; 9: Single Burst Shooting

    [=SelfTimer]
    0: Off; 1: Self-timer 10 s; 2: Self-timer 2 s

    [=SonyModelID]
    2: DSC-R1; 256: DSLR-A100; 257: DSLR-A900; 258: DSLR-A700; 259: DSLR-A200; 260: DSLR-A350; 261: DSLR-A300;
    262: DSLR-A900 (APS-C mode); 263: DSLR-A380/A390; 264: DSLR-A330; 265: DSLR-A230; 266: DSLR-A290;
    269: DSLR-A850; 270: DSLR-A850 (APS-C mode); 273: DSLR-A550; 274: DSLR-A500; 275: DSLR-A450; 278: NEX-5;
    279: NEX-3; 280: SLT-A33; 281: SLT-A55 / SLT-A55V; 282: DSLR-A560; 283: DSLR-A580; 284: NEX-C3;
    285: SLT-A35; 286: SLT-A65 / SLT-A65V; 287: SLT-A77 / SLT-A77V; 288: NEX-5N; 289: NEX-7; 290: NEX-VG20E;
    291: SLT-A37; 292: SLT-A57; 293: NEX-F3; 294: SLT-A99 / SLT-A99V; 295: NEX-6; 296: NEX-5R; 297: DSC-RX100;
    298: DSC-RX1; 299: NEX-VG900; 300: NEX-VG30E; 302: ILCE-3000 / ILCE-3500; 303: SLT-A58; 305: NEX-3N;
    306: ILCE-7; 307: NEX-5T; 308: DSC-RX100M2; 309: DSC-RX10; 310: DSC-RX1R; 311: ILCE-7R; 312: ILCE-6000;
    313: ILCE-5000; 317: DSC-RX100M3; 318: ILCE-7S; 319: ILCA-77M2; 339: ILCE-5100; 340: ILCE-7M2;
    341: DSC-RX100M4; 342: DSC-RX10M2; 344: DSC-RX1RM2; 346: ILCE-QX1; 347: ILCE-7RM2; 350: ILCE-7SM2;
    353: ILCA-68; 354: ILCA-99M2; 355: DSC-RX10M3; 356: DSC-RX100M5; 357: ILCE-6300; 358: ILCE-9;
    360: ILCE-6500; 362: ILCE-7RM3; 363: ILCE-7M3; 364: DSC-RX0; 365: DSC-RX10M4; 366: DSC-RX100M6;
    367: DSC-HX99; 369: DSC-RX100M5A; 371: ILCE-6400; 372: DSC-RX0M2; 374: DSC-RX100M7; 375: ILCE-7RM4;
    376: ILCE-9M2; 378: ILCE-6600; 379: ILCE-6100; 380: ZV-1; 381: ILCE-7C; 382: ZV-E10; 383: ILCE-7SM3;
    384: ILCE-1; 385: ILME-FX3; 386: ILCE-7RM3A; 387: ILCE-7RM4A; 388: ILCE-7M4; 389: ZV-1F; 390: ILCE-7RM5;
    391: ILME-FX30

    [=WhiteBalanceSetting]
    16: Auto (-3); 17: Auto (-2); 18: Auto (-1); 19: Auto (0); 20: Auto (+1); 21: Auto (+2); 22: Auto (+3);
    32: Daylight (-3); 33: Daylight (-2); 34: Daylight (-1); 35: Daylight (0); 36: Daylight (+1);
    37: Daylight (+2); 38: Daylight (+3); 48: Shade (-3); 49: Shade (-2); 50: Shade (-1); 51: Shade (0);
    52: Shade (+1); 53: Shade (+2); 54: Shade (+3); 64: Cloudy (-3); 65: Cloudy (-2); 66: Cloudy (-1);
    67: Cloudy (0); 68: Cloudy (+1); 69: Cloudy (+2); 70: Cloudy (+3); 80: Tungsten (-3); 81: Tungsten (-2);
    82: Tungsten (-1); 83: Tungsten (0); 84: Tungsten (+1); 85: Tungsten (+2); 86: Tungsten (+3);
    96: Fluorescent (-3); 97: Fluorescent (-2); 98: Fluorescent (-1); 99: Fluorescent (0); 100: Fluorescent (+1);
    101: Fluorescent (+2); 102: Fluorescent (+3); 112: Flash (-3); 113: Flash (-2); 114: Flash (-1);
    115: Flash (0); 116: Flash (+1); 117: Flash (+2); 118: Flash (+3); 163: Custom;
    243: Color Temperature/Color Filter
    """

  /// The points of cameras with 19 of them and fewer. AFPointsUsed counts from 0.
  static let sonyAFPoints19 = """
    0: Auto; 1: Center; 2: Top; 3: Upper-right; 4: Right; 5: Lower-right; 6: Bottom; 7: Lower-left; 8: Left;
    9: Upper-left; 10: Far Right; 11: Far Left; 12: Upper-middle; 13: Near Right; 14: Lower-middle; 15: Near Left;
    16: Upper Far Right; 17: Lower Far Right; 18: Lower Far Left; 19: Upper Far Left
    """

  static let sonyAFPoints79 = """
    -1: Auto; 0: A5; 1: A6; 2: A7; 3: B2; 4: B3; 5: B4; 6: B5; 7: B6; 8: B7; 9: B8; 10: B9; 11: B10; 12: C1; 13: C2;
    14: C3; 15: C4; 16: C5; 17: C6; 18: C7; 19: C8; 20: C9; 21: C10; 22: C11; 23: D1; 24: D2; 25: D3; 26: D4;
    27: D5; 28: D6; 29: D7; 30: D8; 31: D9; 32: D10; 33: D11; 34: E1; 35: E2; 36: E3; 37: E4; 38: E5;
    39: E6 (Center); 40: E7; 41: E8; 42: E9; 43: E10; 44: E11; 45: F1; 46: F2; 47: F3; 48: F4; 49: F5; 50: F6;
    51: F7; 52: F8; 53: F9; 54: F10; 55: F11; 56: G1; 57: G2; 58: G3; 59: G4; 60: G5; 61: G6; 62: G7; 63: G8;
    64: G9; 65: G10; 66: G11; 67: H2; 68: H3; 69: H4; 70: H5; 71: H6; 72: H7; 73: H8; 74: H9; 75: H10; 76: I5;
    77: I6; 78: I7
    """

  /// Lenses of the A mount that Minolta did not know.
  static let sonyLenses = """
    1868: Sigma MC-11 SA-E Mount Converter with not-supported Sigma lens; 2550: Minolta AF 50mm F1.7;
    2551: Minolta AF 35-70mm F4 or Other Lens; 2551.1: Sigma UC AF 28-70mm F3.5-4.5; 2551.2: Sigma AF 28-70mm F2.8;
    2551.3: Sigma M-AF 70-200mm F2.8 EX Aspherical; 2551.4: Quantaray M-AF 35-80mm F4-5.6;
    2551.5: Tokina 28-70mm F2.8-4.5 AF; 2552: Minolta AF 28-85mm F3.5-4.5 or Other Lens;
    2552.1: Tokina 19-35mm F3.5-4.5; 2552.2: Tokina 28-70mm F2.8 AT-X;
    2552.3: Tokina 80-400mm F4.5-5.6 AT-X AF II 840; 2552.4: Tokina AF PRO 28-80mm F2.8 AT-X 280;
    2552.5: Tokina AT-X PRO [II] AF 28-70mm F2.6-2.8 270; 2552.6: Tamron AF 19-35mm F3.5-4.5;
    2552.7: Angenieux AF 28-70mm F2.6; 2552.8: Tokina AT-X 17 AF 17mm F3.5; 2552.9: Tokina 20-35mm F3.5-4.5 II AF;
    2553: Minolta AF 28-135mm F4-4.5 or Other Lens; 2553.1: Sigma ZOOM-alpha 35-135mm F3.5-4.5;
    2553.2: Sigma 28-105mm F2.8-4 Aspherical; 2553.3: Sigma 28-105mm F4-5.6 UC;
    2553.4: Tokina AT-X 242 AF 24-200mm F3.5-5.6; 2554: Minolta AF 35-105mm F3.5-4.5;
    2555: Minolta AF 70-210mm F4 Macro or Sigma Lens; 2555.1: Sigma 70-210mm F4-5.6 APO;
    2555.2: Sigma M-AF 70-200mm F2.8 EX APO; 2555.3: Sigma 75-200mm F2.8-3.5; 2556: Minolta AF 135mm F2.8;
    2557: Minolta/Sony AF 28mm F2.8; 2558: Minolta AF 24-50mm F4; 2560: Minolta AF 100-200mm F4.5;
    2561: Minolta AF 75-300mm F4.5-5.6 or Sigma Lens; 2561.10: Sigma 1000mm F8 APO;
    2561.1: Sigma 70-300mm F4-5.6 DL Macro; 2561.2: Sigma 300mm F4 APO Macro; 2561.3: Sigma AF 500mm F4.5 APO;
    2561.4: Sigma AF 170-500mm F5-6.3 APO Aspherical; 2561.5: Tokina AT-X AF 300mm F4;
    2561.6: Tokina AT-X AF 400mm F5.6 SD; 2561.7: Tokina AF 730 II 75-300mm F4.5-5.6; 2561.8: Sigma 800mm F5.6 APO;
    2561.9: Sigma AF 400mm F5.6 APO Macro; 2562: Minolta AF 50mm F1.4 [New];
    2563: Minolta AF 300mm F2.8 APO or Sigma Lens; 2563.1: Sigma AF 50-500mm F4-6.3 EX DG APO;
    2563.2: Sigma AF 170-500mm F5-6.3 APO Aspherical; 2563.3: Sigma AF 500mm F4.5 EX DG APO;
    2563.4: Sigma 400mm F5.6 APO; 2564: Minolta AF 50mm F2.8 Macro or Sigma Lens; 2564.1: Sigma 50mm F2.8 EX Macro;
    2565: Minolta AF 600mm F4 APO; 2566: Minolta AF 24mm F2.8 or Sigma Lens;
    2566.1: Sigma 17-35mm F2.8-4 EX Aspherical; 2572: Minolta/Sony AF 500mm F8 Reflex;
    2578: Minolta/Sony AF 16mm F2.8 Fisheye or Sigma Lens; 2578.1: Sigma 8mm F4 EX [DG] Fisheye;
    2578.2: Sigma 14mm F3.5; 2578.3: Sigma 15mm F2.8 Fisheye; 2579: Minolta/Sony AF 20mm F2.8 or Tokina Lens;
    2579.1: Tokina AT-X Pro DX 11-16mm F2.8; 2581: Minolta AF 100mm F2.8 Macro [New] or Sigma or Tamron Lens;
    2581.1: Sigma AF 90mm F2.8 Macro; 2581.2: Sigma AF 105mm F2.8 EX [DG] Macro; 2581.3: Sigma 180mm F5.6 Macro;
    2581.4: Sigma 180mm F3.5 EX DG Macro; 2581.5: Tamron 90mm F2.8 Macro;
    2585: Minolta AF 35-105mm F3.5-4.5 New or Tamron Lens; 2585.1: Beroflex 35-135mm F3.5-4.5;
    2585.2: Tamron 24-135mm F3.5-5.6; 2588: Minolta AF 70-210mm F3.5-4.5;
    2589: Minolta AF 80-200mm F2.8 APO or Tokina Lens; 2589.1: Tokina 80-200mm F2.8;
    2590: Minolta AF 200mm F2.8 G APO + Minolta AF 1.4x APO or Other Lens + 1.4x;
    2590.1: Minolta AF 600mm F4 HS-APO G + Minolta AF 1.4x APO; 2591: Minolta AF 35mm F1.4;
    2592: Minolta AF 85mm F1.4 G (D); 2593: Minolta AF 200mm F2.8 APO; 2594: Minolta AF 3x-1x F1.7-2.8 Macro;
    2596: Minolta AF 28mm F2; 2597: Minolta AF 35mm F2 [New]; 2598: Minolta AF 100mm F2;
    2601: Minolta AF 200mm F2.8 G APO + Minolta AF 2x APO or Other Lens + 2x;
    2601.1: Minolta AF 600mm F4 HS-APO G + Minolta AF 2x APO; 2604: Minolta AF 80-200mm F4.5-5.6;
    2605: Minolta AF 35-80mm F4-5.6; 2606: Minolta AF 100-300mm F4.5-5.6; 2607: Minolta AF 35-80mm F4-5.6;
    2608: Minolta AF 300mm F2.8 HS-APO G; 2609: Minolta AF 600mm F4 HS-APO G; 2612: Minolta AF 200mm F2.8 HS-APO G;
    2613: Minolta AF 50mm F1.7 New; 2615: Minolta AF 28-105mm F3.5-4.5 xi; 2616: Minolta AF 35-200mm F4.5-5.6 xi;
    2618: Minolta AF 28-80mm F4-5.6 xi; 2619: Minolta AF 80-200mm F4.5-5.6 xi; 2620: Minolta AF 28-70mm F2.8 G;
    2621: Minolta AF 100-300mm F4.5-5.6 xi; 2624: Minolta AF 35-80mm F4-5.6 Power Zoom;
    2628: Minolta AF 80-200mm F2.8 HS-APO G; 2629: Minolta AF 85mm F1.4 New;
    2631: Minolta AF 100-300mm F4.5-5.6 APO; 2632: Minolta AF 24-50mm F4 New; 2638: Minolta AF 50mm F2.8 Macro New;
    2639: Minolta AF 100mm F2.8 Macro; 2641: Minolta/Sony AF 20mm F2.8 New; 2642: Minolta AF 24mm F2.8 New;
    2644: Minolta AF 100-400mm F4.5-6.7 APO; 2662: Minolta AF 50mm F1.4 New; 2667: Minolta AF 35mm F2 New;
    2668: Minolta AF 28mm F2 New; 2672: Minolta AF 24-105mm F3.5-4.5 (D); 3046: Metabones Canon EF Speed Booster;
    4567: Tokina 70-210mm F4-5.6; 4568: Tokina AF 35-200mm F4-5.6 Zoom SD; 4570: Tamron AF 35-135mm F3.5-4.5;
    4571: Vivitar 70-210mm F4.5-5.6; 4574: 2x Teleconverter or Tamron or Tokina Lens;
    4574.1: Tamron SP AF 90mm F2.5; 4574.2: Tokina RF 500mm F8.0 x2; 4574.3: Tokina 300mm F2.8 x2;
    4575: 1.4x Teleconverter; 4585: Tamron SP AF 300mm F2.8 LD IF;
    4586: Tamron SP AF 35-105mm F2.8 LD Aspherical IF; 4587: Tamron AF 70-210mm F2.8 SP LD;
    4812: Metabones Canon EF Speed Booster Ultra; 6118: Canon EF Adapter;
    6528: Sigma 16mm F2.8 Filtermatic Fisheye; 6553: E-Mount, T-Mount, Other Lens or no lens;
    6553.1: Arax MC 35mm F2.8 Tilt+Shift; 6553.2: Arax MC 80mm F2.8 Tilt+Shift;
    6553.3: Zenitar MF 16mm F2.8 Fisheye M42; 6553.4: Samyang 500mm Mirror F8.0; 6553.5: Pentacon Auto 135mm F2.8;
    6553.6: Pentacon Auto 29mm F2.8; 6553.7: Helios 44-2 58mm F2.0
    """
}
