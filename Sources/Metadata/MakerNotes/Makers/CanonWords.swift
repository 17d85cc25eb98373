extension Maker {
  /// The lists of words that Canon's tables name.
  static let canonWords = """
    [=AEBSequenceAutoCancel]
    0: 0,-,+/Enabled; 1: 0,-,+/Disabled; 2: -,0,+/Enabled; 3: -,0,+/Disabled

    [=CameraOrientation]
    0: Horizontal (normal); 1: Rotate 90 CW; 2: Rotate 270 CW

    [=CanonImageSize]
    -1: n/a; 0: Large; 1: Medium; 2: Small; 5: Medium 1; 6: Medium 2; 7: Medium 3; 8: Postcard; 9: Widescreen;
    10: Medium Widescreen; 14: Small 1; 15: Small 2; 16: Small 3; 128: 640x480 Movie; 129: Medium Movie;
    130: Small Movie; 137: 1280x720 Movie; 142: 1920x1080 Movie; 143: 4096x2160 Movie

    [=CanonModelID]
    1042: EOS M50 / Kiss M; 2049: PowerShot SX740 HS; 2052: PowerShot G5 X Mark II; 2053: PowerShot SX70 HS;
    2056: PowerShot G7 X Mark III; 2065: EOS M6 Mark II; 2066: EOS M200; 16842752: PowerShot A30;
    17039360: PowerShot S300 / Digital IXUS 300 / IXY Digital 300; 17170432: PowerShot A20;
    17301504: PowerShot A10; 17367040: PowerShot S110 / Digital IXUS v / IXY Digital 200;
    17825792: PowerShot G2; 17891328: PowerShot S40; 17956864: PowerShot S30; 18022400: PowerShot A40;
    18087936: EOS D30; 18153472: PowerShot A100; 18219008: PowerShot S200 / Digital IXUS v2 / IXY Digital 200a;
    18284544: PowerShot A200; 18350080: PowerShot S330 / Digital IXUS 330 / IXY Digital 300a;
    18415616: PowerShot G3; 18939904: PowerShot S45;
    19070976: PowerShot SD100 / Digital IXUS II / IXY Digital 30;
    19136512: PowerShot S230 / Digital IXUS v3 / IXY Digital 320; 19202048: PowerShot A70;
    19267584: PowerShot A60; 19333120: PowerShot S400 / Digital IXUS 400 / IXY Digital 400;
    19464192: PowerShot G5; 19922944: PowerShot A300; 19988480: PowerShot S50; 20185088: PowerShot A80;
    20250624: PowerShot SD10 / Digital IXUS i / IXY Digital L; 20316160: PowerShot S1 IS;
    20381696: PowerShot Pro1; 20447232: PowerShot S70; 20512768: PowerShot S60; 20971520: PowerShot G6;
    21037056: PowerShot S500 / Digital IXUS 500 / IXY Digital 500; 21102592: PowerShot A75;
    21233664: PowerShot SD110 / Digital IXUS IIs / IXY Digital 30a; 21299200: PowerShot A400;
    21430272: PowerShot A310; 21561344: PowerShot A85;
    22151168: PowerShot S410 / Digital IXUS 430 / IXY Digital 450; 22216704: PowerShot A95;
    22282240: PowerShot SD300 / Digital IXUS 40 / IXY Digital 50;
    22347776: PowerShot SD200 / Digital IXUS 30 / IXY Digital 40; 22413312: PowerShot A520;
    22478848: PowerShot A510; 22609920: PowerShot SD20 / Digital IXUS i5 / IXY Digital L2;
    23330816: PowerShot S2 IS; 23396352: PowerShot SD430 / Digital IXUS Wireless / IXY Digital Wireless;
    23461888: PowerShot SD500 / Digital IXUS 700 / IXY Digital 600; 23494656: EOS D60;
    24117248: PowerShot SD30 / Digital IXUS i Zoom / IXY Digital L3; 24379392: PowerShot A430;
    24444928: PowerShot A410; 24510464: PowerShot S80; 24641536: PowerShot A620; 24707072: PowerShot A610;
    25165824: PowerShot SD630 / Digital IXUS 65 / IXY Digital 80;
    25231360: PowerShot SD450 / Digital IXUS 55 / IXY Digital 60; 25296896: PowerShot TX1;
    25624576: PowerShot SD400 / Digital IXUS 50 / IXY Digital 55; 25690112: PowerShot A420;
    25755648: PowerShot SD900 / Digital IXUS 900 Ti / IXY Digital 1000;
    26214400: PowerShot SD550 / Digital IXUS 750 / IXY Digital 700; 26345472: PowerShot A700;
    26476544: PowerShot SD700 IS / Digital IXUS 800 IS / IXY Digital 800 IS; 26542080: PowerShot S3 IS;
    26607616: PowerShot A540; 26673152: PowerShot SD600 / Digital IXUS 60 / IXY Digital 70;
    26738688: PowerShot G7; 26804224: PowerShot A530;
    33554432: PowerShot SD800 IS / Digital IXUS 850 IS / IXY Digital 900 IS;
    33619968: PowerShot SD40 / Digital IXUS i7 / IXY Digital L4; 33685504: PowerShot A710 IS;
    33751040: PowerShot A640; 33816576: PowerShot A630; 34144256: PowerShot S5 IS; 34603008: PowerShot A460;
    34734080: PowerShot SD850 IS / Digital IXUS 950 IS / IXY Digital 810 IS; 34799616: PowerShot A570 IS;
    34865152: PowerShot A560; 34930688: PowerShot SD750 / Digital IXUS 75 / IXY Digital 90;
    34996224: PowerShot SD1000 / Digital IXUS 70 / IXY Digital 10; 35127296: PowerShot A550;
    35192832: PowerShot A450; 35848192: PowerShot G9; 35913728: PowerShot A650 IS; 36044800: PowerShot A720 IS;
    36241408: PowerShot SX100 IS; 36700160: PowerShot SD950 IS / Digital IXUS 960 IS / IXY Digital 2000 IS;
    36765696: PowerShot SD870 IS / Digital IXUS 860 IS / IXY Digital 910 IS;
    36831232: PowerShot SD890 IS / Digital IXUS 970 IS / IXY Digital 820 IS;
    37093376: PowerShot SD790 IS / Digital IXUS 90 IS / IXY Digital 95 IS;
    37158912: PowerShot SD770 IS / Digital IXUS 85 IS / IXY Digital 25 IS; 37224448: PowerShot A590 IS;
    37289984: PowerShot A580; 37879808: PowerShot A470;
    37945344: PowerShot SD1100 IS / Digital IXUS 80 IS / IXY Digital 20 IS; 38141952: PowerShot SX1 IS;
    38207488: PowerShot SX10 IS; 38273024: PowerShot A1000 IS; 38338560: PowerShot G10;
    38862848: PowerShot A2000 IS; 38928384: PowerShot SX110 IS;
    38993920: PowerShot SD990 IS / Digital IXUS 980 IS / IXY Digital 3000 IS;
    39059456: PowerShot SD880 IS / Digital IXUS 870 IS / IXY Digital 920 IS; 39124992: PowerShot E1;
    39190528: PowerShot D10; 39256064: PowerShot SD960 IS / Digital IXUS 110 IS / IXY Digital 510 IS;
    39321600: PowerShot A2100 IS; 39387136: PowerShot A480; 39845888: PowerShot SX200 IS;
    39911424: PowerShot SD970 IS / Digital IXUS 990 IS / IXY Digital 830 IS;
    39976960: PowerShot SD780 IS / Digital IXUS 100 IS / IXY Digital 210 IS; 40042496: PowerShot A1100 IS;
    40108032: PowerShot SD1200 IS / Digital IXUS 95 IS / IXY Digital 110 IS; 40894464: PowerShot G11;
    40960000: PowerShot SX120 IS; 41025536: PowerShot S90; 41222144: PowerShot SX20 IS;
    41287680: PowerShot SD980 IS / Digital IXUS 200 IS / IXY Digital 930 IS;
    41353216: PowerShot SD940 IS / Digital IXUS 120 IS / IXY Digital 220 IS; 41943040: PowerShot A495;
    42008576: PowerShot A490; 42074112: PowerShot A3100/A3150 IS; 42139648: PowerShot A3000 IS;
    42205184: PowerShot SD1400 IS / IXUS 130 / IXY 400F; 42270720: PowerShot SD1300 IS / IXUS 105 / IXY 200F;
    42336256: PowerShot SD3500 IS / IXUS 210 / IXY 10S; 42401792: PowerShot SX210 IS;
    42467328: PowerShot SD4000 IS / IXUS 300 HS / IXY 30S;
    42532864: PowerShot SD4500 IS / IXUS 1000 HS / IXY 50S; 43122688: PowerShot G12;
    43188224: PowerShot SX30 IS; 43253760: PowerShot SX130 IS; 43319296: PowerShot S95;
    43515904: PowerShot A3300 IS; 43581440: PowerShot A3200 IS;
    50331648: PowerShot ELPH 500 HS / IXUS 310 HS / IXY 31S; 50397184: PowerShot Pro90 IS;
    50397185: PowerShot A800; 50462720: PowerShot ELPH 100 HS / IXUS 115 HS / IXY 210F;
    50528256: PowerShot SX230 HS; 50593792: PowerShot ELPH 300 HS / IXUS 220 HS / IXY 410F;
    50659328: PowerShot A2200; 50724864: PowerShot A1200; 50790400: PowerShot SX220 HS;
    50855936: PowerShot G1 X; 50921472: PowerShot SX150 IS;
    51380224: PowerShot ELPH 510 HS / IXUS 1100 HS / IXY 51S; 51445760: PowerShot S100 (new);
    51511296: PowerShot ELPH 310 HS / IXUS 230 HS / IXY 600F; 51576832: PowerShot SX40 HS; 51642368: IXY 32S;
    51773440: PowerShot A1300; 51838976: PowerShot A810;
    51904512: PowerShot ELPH 320 HS / IXUS 240 HS / IXY 420F;
    51970048: PowerShot ELPH 110 HS / IXUS 125 HS / IXY 220F; 52428800: PowerShot D20;
    52494336: PowerShot A4000 IS; 52559872: PowerShot SX260 HS; 52625408: PowerShot SX240 HS;
    52690944: PowerShot ELPH 530 HS / IXUS 510 HS / IXY 1;
    52756480: PowerShot ELPH 520 HS / IXUS 500 HS / IXY 3; 52822016: PowerShot A3400 IS;
    52887552: PowerShot A2400 IS; 52953088: PowerShot A2300; 53608448: PowerShot S100V;
    53673984: PowerShot G15; 53739520: PowerShot SX50 HS; 53805056: PowerShot SX160 IS;
    53870592: PowerShot S110 (new); 53936128: PowerShot SX500 IS; 54001664: PowerShot N;
    54067200: IXUS 245 HS / IXY 430F; 54525952: PowerShot SX280 HS; 54591488: PowerShot SX270 HS;
    54657024: PowerShot A3500 IS; 54722560: PowerShot A2600; 54788096: PowerShot SX275 HS;
    54853632: PowerShot A1400; 54919168: PowerShot ELPH 130 IS / IXUS 140 / IXY 110F;
    54984704: PowerShot ELPH 115/120 IS / IXUS 132/135 / IXY 90F/100F;
    55115776: PowerShot ELPH 330 HS / IXUS 255 HS / IXY 610F; 55640064: PowerShot A2500;
    55836672: PowerShot G16; 55902208: PowerShot S120; 55967744: PowerShot SX170 IS;
    56098816: PowerShot SX510 HS; 56164352: PowerShot S200 (new); 56623104: IXY 620F; 56688640: PowerShot N100;
    56885248: PowerShot G1 X Mark II; 56950784: PowerShot D30; 57016320: PowerShot SX700 HS;
    57081856: PowerShot SX600 HS; 57147392: PowerShot ELPH 140 IS / IXUS 150 / IXY 130;
    57212928: PowerShot ELPH 135 / IXUS 145 / IXY 120; 57671680: PowerShot ELPH 340 HS / IXUS 265 HS / IXY 630;
    57737216: PowerShot ELPH 150 IS / IXUS 155 / IXY 140; 57933824: EOS M3; 57999360: PowerShot SX60 HS;
    58064896: PowerShot SX520 HS; 58130432: PowerShot SX400 IS; 58195968: PowerShot G7 X;
    58261504: PowerShot N2; 58720256: PowerShot SX530 HS; 58851328: PowerShot SX710 HS;
    58916864: PowerShot SX610 HS; 58982400: EOS M10; 59047936: PowerShot G3 X;
    59113472: PowerShot ELPH 165 HS / IXUS 165 / IXY 160; 59179008: PowerShot ELPH 160 / IXUS 160;
    59244544: PowerShot ELPH 350 HS / IXUS 275 HS / IXY 640; 59310080: PowerShot ELPH 170 IS / IXUS 170;
    59834368: PowerShot SX410 IS; 59965440: PowerShot G9 X; 60030976: EOS M5; 60096512: PowerShot G5 X;
    60227584: PowerShot G7 X Mark II; 60293120: EOS M100;
    60358656: PowerShot ELPH 360 HS / IXUS 285 HS / IXY 650; 67174400: PowerShot SX540 HS;
    67239936: PowerShot SX420 IS; 67305472: PowerShot ELPH 190 IS / IXUS 180 / IXY 190; 67371008: PowerShot G1;
    67371009: PowerShot ELPH 180 IS / IXUS 175 / IXY 180; 67436544: PowerShot SX720 HS;
    67502080: PowerShot SX620 HS; 67567616: EOS M6; 68157440: PowerShot G9 X Mark II;
    68485120: PowerShot ELPH 185 / IXUS 185 / IXY 200; 68550656: PowerShot SX430 IS;
    68616192: PowerShot SX730 HS; 68681728: PowerShot G1 X Mark III;
    100925440: PowerShot S100 / Digital IXUS / IXY Digital; 1074255475: DC19/DC21/DC22; 1074255476: XH A1;
    1074255477: HV10; 1074255478: MD130/MD140/MD150/MD160/ZR850; 1074255735: DC50; 1074255736: HV20;
    1074255737: DC211; 1074255738: HG10; 1074255739: HR10; 1074255741: MD255/ZR950; 1074255900: HF11;
    1074255992: HV30; 1074255996: XH A1S; 1074255998: DC301/DC310/DC311/DC320/DC330; 1074255999: FS100;
    1074256000: HF10; 1074256002: HG20/HG21; 1074256165: HF21; 1074256166: HF S11; 1074256248: HV40;
    1074256263: DC410/DC411/DC420; 1074256264: FS19/FS20/FS21/FS22/FS200; 1074256265: HF20/HF200;
    1074256266: HF S10/S100; 1074256526: HF R10/R16/R17/R18/R100/R106; 1074256527: HF M30/M31/M36/M300/M306;
    1074256528: HF S20/S21/S200; 1074256530: FS31/FS36/FS37/FS300/FS305/FS306/FS307; 1074257056: EOS C300;
    1074257321: HF G25; 1074257844: XC10; 1074258371: EOS C200; 2147483649: EOS-1D; 2147484007: EOS-1DS;
    2147484008: EOS 10D; 2147484009: EOS-1D Mark III; 2147484016: EOS Digital Rebel / 300D / Kiss Digital;
    2147484020: EOS-1D Mark II; 2147484021: EOS 20D; 2147484022: EOS Digital Rebel XSi / 450D / Kiss X2;
    2147484040: EOS-1Ds Mark II; 2147484041: EOS Digital Rebel XT / 350D / Kiss Digital N; 2147484048: EOS 40D;
    2147484179: EOS 5D; 2147484181: EOS-1Ds Mark III; 2147484184: EOS 5D Mark II; 2147484185: WFT-E1;
    2147484210: EOS-1D Mark II N; 2147484212: EOS 30D;
    2147484214: EOS Digital Rebel XTi / 400D / Kiss Digital X; 2147484225: WFT-E2; 2147484230: WFT-E3;
    2147484240: EOS 7D; 2147484242: EOS Rebel T1i / 500D / Kiss X3; 2147484244: EOS Rebel XS / 1000D / Kiss F;
    2147484257: EOS 50D; 2147484265: EOS-1D X; 2147484272: EOS Rebel T2i / 550D / Kiss X4; 2147484273: WFT-E4;
    2147484275: WFT-E5; 2147484289: EOS-1D Mark IV; 2147484293: EOS 5D Mark III;
    2147484294: EOS Rebel T3i / 600D / Kiss X5; 2147484295: EOS 60D;
    2147484296: EOS Rebel T3 / 1100D / Kiss X50; 2147484297: EOS 7D Mark II; 2147484311: WFT-E2 II;
    2147484312: WFT-E4 II; 2147484417: EOS Rebel T4i / 650D / Kiss X6i; 2147484418: EOS 6D;
    2147484452: EOS-1D C; 2147484453: EOS 70D; 2147484454: EOS Rebel T5i / 700D / Kiss X7i;
    2147484455: EOS Rebel T5 / 1200D / Kiss X70 / Hi; 2147484456: EOS-1D X Mark II; 2147484465: EOS M;
    2147484486: EOS Rebel SL1 / 100D / Kiss X7; 2147484487: EOS Rebel T6s / 760D / 8000D;
    2147484489: EOS 5D Mark IV; 2147484496: EOS 80D; 2147484501: EOS M2; 2147484546: EOS 5DS;
    2147484563: EOS Rebel T6i / 750D / Kiss X8i; 2147484673: EOS 5DS R;
    2147484676: EOS Rebel T6 / 1300D / Kiss X80; 2147484677: EOS Rebel T7i / 800D / Kiss X9i;
    2147484678: EOS 6D Mark II; 2147484680: EOS 77D / 9000D; 2147484695: EOS Rebel SL2 / 200D / Kiss X9;
    2147484705: EOS R5; 2147484706: EOS Rebel T100 / 4000D / 3000D; 2147484708: EOS R;
    2147484712: EOS-1D X Mark III; 2147484722: EOS Rebel T7 / 2000D / 1500D / Kiss X90; 2147484723: EOS RP;
    2147484725: EOS Rebel T8i / 850D / X10i; 2147484726: EOS SL3 / 250D / Kiss X10; 2147484727: EOS 90D;
    2147484752: EOS R3; 2147484755: EOS R6; 2147484772: EOS R7; 2147484773: EOS R10;
    2147484775: PowerShot ZOOM; 2147484776: EOS M50 Mark II / Kiss M2; 2147484800: EOS R50;
    2147484801: EOS R6 Mark II; 2147484807: EOS R8; 2147484960: EOS D2000C; 2147485024: EOS D6000C

    [=ContrastStandard]
    -559038737: n/a

    [=EasyMode]
    0: Full auto; 1: Manual; 2: Landscape; 3: Fast shutter; 4: Slow shutter; 5: Night; 6: Gray Scale; 7: Sepia;
    8: Portrait; 9: Sports; 10: Macro; 11: Black & White; 12: Pan focus; 13: Vivid; 14: Neutral; 15: Flash Off;
    16: Long Shutter; 17: Super Macro; 18: Foliage; 19: Indoor; 20: Fireworks; 21: Beach; 22: Underwater;
    23: Snow; 24: Kids & Pets; 25: Night Snapshot; 26: Digital Macro; 27: My Colors; 28: Movie Snap;
    29: Super Macro 2; 30: Color Accent; 31: Color Swap; 32: Aquarium; 33: ISO 3200; 34: ISO 6400;
    35: Creative Light Effect; 36: Easy; 37: Quick Shot; 38: Creative Auto; 39: Zoom Blur; 40: Low Light;
    41: Nostalgic; 42: Super Vivid; 43: Poster Effect; 44: Face Self-timer; 45: Smile; 46: Wink Self-timer;
    47: Fisheye Effect; 48: Miniature Effect; 49: High-speed Burst; 50: Best Image Selection;
    51: High Dynamic Range; 52: Handheld Night Scene; 53: Movie Digest; 54: Live View Control; 55: Discreet;
    56: Blur Reduction; 57: Monochrome; 58: Toy Camera Effect; 59: Scene Intelligent Auto;
    60: High-speed Burst HQ; 61: Smooth Skin; 62: Soft Focus; 68: Food; 84: HDR Art Standard;
    85: HDR Art Vivid; 93: HDR Art Bold; 257: Spotlight; 258: Night 2; 259: Night+; 260: Super Night;
    261: Sunset; 263: Night Scene; 264: Surface; 265: Low Light 2

    [=FilterEffectMonochrome]
    -559038737: n/a; 0: None; 1: Yellow; 2: Orange; 3: Red; 4: Green

    [=FlashMeteringMode]
    0: E-TTL; 3: TTL; 4: External Auto; 5: External Manual; 6: Off

    [=FocusDistanceUpper]
    655.35: infinite

    [=HighISONoiseReduction]
    0: Standard; 1: Low; 2: Strong; 3: Off

    [=HighlightTonePriority]
    0: Off; 1: On

    [=LensType]
    -1: n/a; 1: Canon EF 50mm f/1.8; 2: Canon EF 28mm f/2.8 or Sigma Lens; 2.1: Sigma 24mm f/2.8 Super Wide II;
    3: Canon EF 135mm f/2.8 Soft; 4: Canon EF 35-105mm f/3.5-4.5 or Sigma Lens;
    4.1: Sigma UC Zoom 35-135mm f/4-5.6; 5: Canon EF 35-70mm f/3.5-4.5;
    6: Canon EF 28-70mm f/3.5-4.5 or Sigma or Tokina Lens; 6.1: Sigma 18-50mm f/3.5-5.6 DC;
    6.2: Sigma 18-125mm f/3.5-5.6 DC IF ASP; 6.3: Tokina AF 193-2 19-35mm f/3.5-4.5;
    6.4: Sigma 28-80mm f/3.5-5.6 II Macro; 6.5: Sigma 28-300mm f/3.5-6.3 DG Macro;
    7: Canon EF 100-300mm f/5.6L; 8: Canon EF 100-300mm f/5.6 or Sigma or Tokina Lens;
    8.1: Sigma 70-300mm f/4-5.6 [APO] DG Macro; 8.2: Tokina AT-X 242 AF 24-200mm f/3.5-5.6;
    9: Canon EF 70-210mm f/4; 9.1: Sigma 55-200mm f/4-5.6 DC; 10: Canon EF 50mm f/2.5 Macro or Sigma Lens;
    10.1: Sigma 50mm f/2.8 EX; 10.2: Sigma 28mm f/1.8; 10.3: Sigma 105mm f/2.8 Macro EX;
    10.4: Sigma 70mm f/2.8 EX DG Macro EF; 11: Canon EF 35mm f/2; 13: Canon EF 15mm f/2.8 Fisheye;
    14: Canon EF 50-200mm f/3.5-4.5L; 15: Canon EF 50-200mm f/3.5-4.5; 16: Canon EF 35-135mm f/3.5-4.5;
    17: Canon EF 35-70mm f/3.5-4.5A; 18: Canon EF 28-70mm f/3.5-4.5; 20: Canon EF 100-200mm f/4.5A;
    21: Canon EF 80-200mm f/2.8L; 22: Canon EF 20-35mm f/2.8L or Tokina Lens;
    22.1: Tokina AT-X 280 AF Pro 28-80mm f/2.8 Aspherical; 23: Canon EF 35-105mm f/3.5-4.5;
    24: Canon EF 35-80mm f/4-5.6 Power Zoom; 25: Canon EF 35-80mm f/4-5.6 Power Zoom;
    26: Canon EF 100mm f/2.8 Macro or Other Lens; 26.1: Cosina 100mm f/3.5 Macro AF;
    26.2: Tamron SP AF 90mm f/2.8 Di Macro; 26.3: Tamron SP AF 180mm f/3.5 Di Macro;
    26.4: Carl Zeiss Planar T* 50mm f/1.4; 26.5: Voigtlander APO Lanthar 125mm F2.5 SL Macro;
    26.6: Carl Zeiss Planar T 85mm f/1.4 ZE; 27: Canon EF 35-80mm f/4-5.6;
    28: Canon EF 80-200mm f/4.5-5.6 or Tamron Lens; 28.1: Tamron SP AF 28-105mm f/2.8 LD Aspherical IF;
    28.2: Tamron SP AF 28-75mm f/2.8 XR Di LD Aspherical [IF] Macro;
    28.3: Tamron AF 70-300mm f/4-5.6 Di LD 1:2 Macro; 28.4: Tamron AF Aspherical 28-200mm f/3.8-5.6;
    29: Canon EF 50mm f/1.8 II; 30: Canon EF 35-105mm f/4.5-5.6; 31: Canon EF 75-300mm f/4-5.6 or Tamron Lens;
    31.1: Tamron SP AF 300mm f/2.8 LD IF; 32: Canon EF 24mm f/2.8 or Sigma Lens;
    32.1: Sigma 15mm f/2.8 EX Fisheye; 33: Voigtlander or Carl Zeiss Lens;
    33.1: Voigtlander Ultron 40mm f/2 SLII Aspherical; 33.10: Carl Zeiss Distagon T* 35mm f/1.4 ZE;
    33.11: Carl Zeiss Planar T* 50mm f/1.4 ZE; 33.12: Carl Zeiss Makro-Planar T* 50mm f/2 ZE;
    33.13: Carl Zeiss Makro-Planar T* 100mm f/2 ZE; 33.14: Carl Zeiss Apo-Sonnar T* 135mm f/2 ZE;
    33.2: Voigtlander Color Skopar 20mm f/3.5 SLII Aspherical;
    33.3: Voigtlander APO-Lanthar 90mm f/3.5 SLII Close Focus; 33.4: Carl Zeiss Distagon T* 15mm f/2.8 ZE;
    33.5: Carl Zeiss Distagon T* 18mm f/3.5 ZE; 33.6: Carl Zeiss Distagon T* 21mm f/2.8 ZE;
    33.7: Carl Zeiss Distagon T* 25mm f/2 ZE; 33.8: Carl Zeiss Distagon T* 28mm f/2 ZE;
    33.9: Carl Zeiss Distagon T* 35mm f/2 ZE; 35: Canon EF 35-80mm f/4-5.6; 36: Canon EF 38-76mm f/4.5-5.6;
    37: Canon EF 35-80mm f/4-5.6 or Tamron Lens; 37.1: Tamron 70-200mm f/2.8 Di LD IF Macro;
    37.2: Tamron AF 28-300mm f/3.5-6.3 XR Di VC LD Aspherical [IF] Macro (A20);
    37.3: Tamron SP AF 17-50mm f/2.8 XR Di II VC LD Aspherical [IF];
    37.4: Tamron AF 18-270mm f/3.5-6.3 Di II VC LD Aspherical [IF] Macro; 38: Canon EF 80-200mm f/4.5-5.6 II;
    39: Canon EF 75-300mm f/4-5.6; 40: Canon EF 28-80mm f/3.5-5.6; 41: Canon EF 28-90mm f/4-5.6;
    42: Canon EF 28-200mm f/3.5-5.6 or Tamron Lens;
    42.1: Tamron AF 28-300mm f/3.5-6.3 XR Di VC LD Aspherical [IF] Macro (A20); 43: Canon EF 28-105mm f/4-5.6;
    44: Canon EF 90-300mm f/4.5-5.6; 45: Canon EF-S 18-55mm f/3.5-5.6 [II]; 46: Canon EF 28-90mm f/4-5.6;
    47: Zeiss Milvus 35mm f/2 or 50mm f/2; 47.1: Zeiss Milvus 50mm f/2 Makro; 47.2: Zeiss Milvus 135mm f/2 ZE;
    48: Canon EF-S 18-55mm f/3.5-5.6 IS; 49: Canon EF-S 55-250mm f/4-5.6 IS;
    50: Canon EF-S 18-200mm f/3.5-5.6 IS; 51: Canon EF-S 18-135mm f/3.5-5.6 IS;
    52: Canon EF-S 18-55mm f/3.5-5.6 IS II; 53: Canon EF-S 18-55mm f/3.5-5.6 III;
    54: Canon EF-S 55-250mm f/4-5.6 IS II; 60: Irix 11mm f/4; 63: Irix 30mm F1.4 Dragonfly;
    80: Canon TS-E 50mm f/2.8L Macro; 81: Canon TS-E 90mm f/2.8L Macro; 82: Canon TS-E 135mm f/4L Macro;
    94: Canon TS-E 17mm f/4L; 95: Canon TS-E 24mm f/3.5L II; 103: Samyang AF 14mm f/2.8 EF or Rokinon Lens;
    103.1: Rokinon SP 14mm f/2.4; 103.2: Rokinon AF 14mm f/2.8 EF; 106: Rokinon SP / Samyang XP 35mm f/1.2;
    112: Sigma 28mm f/1.5 FF High-speed Prime or other Sigma Lens; 112.1: Sigma 40mm f/1.5 FF High-speed Prime;
    112.2: Sigma 105mm f/1.5 FF High-speed Prime;
    117: Tamron 35-150mm f/2.8-4.0 Di VC OSD (A043) or other Tamron Lens;
    117.1: Tamron SP 35mm f/1.4 Di USD (F045); 124: Canon MP-E 65mm f/2.8 1-5x Macro Photo;
    125: Canon TS-E 24mm f/3.5L; 126: Canon TS-E 45mm f/2.8; 127: Canon TS-E 90mm f/2.8 or Tamron Lens;
    127.1: Tamron 18-200mm f/3.5-6.3 Di II VC (B018); 129: Canon EF 300mm f/2.8L USM;
    130: Canon EF 50mm f/1.0L USM; 131: Canon EF 28-80mm f/2.8-4L USM or Sigma Lens;
    131.1: Sigma 8mm f/3.5 EX DG Circular Fisheye; 131.2: Sigma 17-35mm f/2.8-4 EX DG Aspherical HSM;
    131.3: Sigma 17-70mm f/2.8-4.5 DC Macro; 131.4: Sigma APO 50-150mm f/2.8 [II] EX DC HSM;
    131.5: Sigma APO 120-300mm f/2.8 EX DG HSM; 131.6: Sigma 4.5mm f/2.8 EX DC HSM Circular Fisheye;
    131.7: Sigma 70-200mm f/2.8 APO EX HSM; 131.8: Sigma 28-70mm f/2.8-4 DG; 132: Canon EF 1200mm f/5.6L USM;
    134: Canon EF 600mm f/4L IS USM; 135: Canon EF 200mm f/1.8L USM; 136: Canon EF 300mm f/2.8L USM;
    136.1: Tamron SP 15-30mm f/2.8 Di VC USD (A012); 137: Canon EF 85mm f/1.2L USM or Sigma or Tamron Lens;
    137.10: Sigma 8-16mm f/4.5-5.6 DC HSM; 137.1: Sigma 18-50mm f/2.8-4.5 DC OS HSM;
    137.11: Tamron SP 17-50mm f/2.8 XR Di II VC (B005); 137.12: Tamron SP 60mm f/2 Macro Di II (G005);
    137.13: Sigma 10-20mm f/3.5 EX DC HSM; 137.14: Tamron SP 24-70mm f/2.8 Di VC USD;
    137.15: Sigma 18-35mm f/1.8 DC HSM; 137.16: Sigma 12-24mm f/4.5-5.6 DG HSM II;
    137.17: Sigma 70-300mm f/4-5.6 DG OS; 137.2: Sigma 50-200mm f/4-5.6 DC OS HSM;
    137.3: Sigma 18-250mm f/3.5-6.3 DC OS HSM; 137.4: Sigma 24-70mm f/2.8 IF EX DG HSM;
    137.5: Sigma 18-125mm f/3.8-5.6 DC OS HSM; 137.6: Sigma 17-70mm f/2.8-4 DC Macro OS HSM | C;
    137.7: Sigma 17-50mm f/2.8 OS HSM; 137.8: Sigma 18-200mm f/3.5-6.3 DC OS HSM [II];
    137.9: Tamron AF 18-270mm f/3.5-6.3 Di II VC PZD (B008); 138: Canon EF 28-80mm f/2.8-4L;
    139: Canon EF 400mm f/2.8L USM; 140: Canon EF 500mm f/4.5L USM; 141: Canon EF 500mm f/4.5L USM;
    142: Canon EF 300mm f/2.8L IS USM; 143: Canon EF 500mm f/4L IS USM or Sigma Lens;
    143.1: Sigma 17-70mm f/2.8-4 DC Macro OS HSM; 144: Canon EF 35-135mm f/4-5.6 USM;
    145: Canon EF 100-300mm f/4.5-5.6 USM; 146: Canon EF 70-210mm f/3.5-4.5 USM;
    147: Canon EF 35-135mm f/4-5.6 USM; 148: Canon EF 28-80mm f/3.5-5.6 USM; 149: Canon EF 100mm f/2 USM;
    150: Canon EF 14mm f/2.8L USM or Sigma Lens; 150.1: Sigma 20mm EX f/1.8; 150.2: Sigma 30mm f/1.4 DC HSM;
    150.3: Sigma 24mm f/1.8 DG Macro EX; 150.4: Sigma 28mm f/1.8 DG Macro EX;
    150.5: Sigma 18-35mm f/1.8 DC HSM | A; 151: Canon EF 200mm f/2.8L USM;
    152: Canon EF 300mm f/4L IS USM or Sigma Lens; 152.1: Sigma 12-24mm f/4.5-5.6 EX DG ASPHERICAL HSM;
    152.2: Sigma 14mm f/2.8 EX Aspherical HSM; 152.3: Sigma 10-20mm f/4-5.6; 152.4: Sigma 100-300mm f/4;
    152.5: Sigma 300-800mm f/5.6 APO EX DG HSM; 153: Canon EF 35-350mm f/3.5-5.6L USM or Sigma or Tamron Lens;
    153.1: Sigma 50-500mm f/4-6.3 APO HSM EX; 153.2: Tamron AF 28-300mm f/3.5-6.3 XR LD Aspherical [IF] Macro;
    153.3: Tamron AF 18-200mm f/3.5-6.3 XR Di II LD Aspherical [IF] Macro (A14);
    153.4: Tamron 18-250mm f/3.5-6.3 Di II LD Aspherical [IF] Macro;
    154: Canon EF 20mm f/2.8 USM or Zeiss Lens; 154.1: Zeiss Milvus 21mm f/2.8;
    154.2: Zeiss Milvus 15mm f/2.8 ZE; 154.3: Zeiss Milvus 18mm f/2.8 ZE;
    155: Canon EF 85mm f/1.8 USM or Sigma Lens; 155.1: Sigma 14mm f/1.8 DG HSM | A;
    156: Canon EF 28-105mm f/3.5-4.5 USM or Tamron Lens; 156.1: Tamron SP 70-300mm f/4-5.6 Di VC USD (A005);
    156.2: Tamron SP AF 28-105mm f/2.8 LD Aspherical IF (176D);
    160: Canon EF 20-35mm f/3.5-4.5 USM or Tamron or Tokina Lens; 160.1: Tamron AF 19-35mm f/3.5-4.5;
    160.2: Tokina AT-X 124 AF Pro DX 12-24mm f/4; 160.3: Tokina AT-X 107 AF DX 10-17mm f/3.5-4.5 Fisheye;
    160.4: Tokina AT-X 116 AF Pro DX 11-16mm f/2.8;
    160.5: Tokina AT-X 11-20 F2.8 PRO DX Aspherical 11-20mm f/2.8;
    161: Canon EF 28-70mm f/2.8L USM or Other Lens; 161.1: Sigma 24-70mm f/2.8 EX;
    161.2: Sigma 28-70mm f/2.8 EX; 161.3: Sigma 24-60mm f/2.8 EX DG;
    161.4: Tamron AF 17-50mm f/2.8 Di-II LD Aspherical; 161.5: Tamron 90mm f/2.8;
    161.6: Tamron SP AF 17-35mm f/2.8-4 Di LD Aspherical IF (A05);
    161.7: Tamron SP AF 28-75mm f/2.8 XR Di LD Aspherical [IF] Macro;
    161.8: Tokina AT-X 24-70mm f/2.8 PRO FX (IF); 162: Canon EF 200mm f/2.8L USM; 163: Canon EF 300mm f/4L;
    164: Canon EF 400mm f/5.6L; 165: Canon EF 70-200mm f/2.8L USM; 166: Canon EF 70-200mm f/2.8L USM + 1.4x;
    167: Canon EF 70-200mm f/2.8L USM + 2x; 168: Canon EF 28mm f/1.8 USM or Sigma Lens;
    168.1: Sigma 50-100mm f/1.8 DC HSM | A; 169: Canon EF 17-35mm f/2.8L USM or Sigma Lens;
    169.1: Sigma 18-200mm f/3.5-6.3 DC OS; 169.2: Sigma 15-30mm f/3.5-4.5 EX DG Aspherical;
    169.3: Sigma 18-50mm f/2.8 Macro; 169.4: Sigma 50mm f/1.4 EX DG HSM; 169.5: Sigma 85mm f/1.4 EX DG HSM;
    169.6: Sigma 30mm f/1.4 EX DC HSM; 169.7: Sigma 35mm f/1.4 DG HSM;
    169.8: Sigma 35mm f/1.5 FF High-Speed Prime | 017; 169.9: Sigma 70mm f/2.8 Macro EX DG;
    170: Canon EF 200mm f/2.8L II USM or Sigma Lens; 170.1: Sigma 300mm f/2.8 APO EX DG HSM;
    170.2: Sigma 800mm f/5.6 APO EX DG HSM; 171: Canon EF 300mm f/4L USM;
    172: Canon EF 400mm f/5.6L USM or Sigma Lens; 172.1: Sigma 150-600mm f/5-6.3 DG OS HSM | S;
    172.2: Sigma 500mm f/4.5 APO EX DG HSM; 173: Canon EF 180mm Macro f/3.5L USM or Sigma Lens;
    173.1: Sigma 180mm EX HSM Macro f/3.5; 173.2: Sigma APO Macro 150mm f/2.8 EX DG HSM;
    173.3: Sigma 10mm f/2.8 EX DC Fisheye; 173.4: Sigma 15mm f/2.8 EX DG Diagonal Fisheye;
    173.5: Venus Laowa 100mm F2.8 2X Ultra Macro APO; 174: Canon EF 135mm f/2L USM or Other Lens;
    174.1: Sigma 70-200mm f/2.8 EX DG APO OS HSM; 174.2: Sigma 50-500mm f/4.5-6.3 APO DG OS HSM;
    174.3: Sigma 150-500mm f/5-6.3 APO DG OS HSM; 174.4: Zeiss Milvus 100mm f/2 Makro;
    174.5: Sigma APO 50-150mm f/2.8 EX DC OS HSM; 174.6: Sigma APO 120-300mm f/2.8 EX DG OS HSM;
    174.7: Sigma 120-300mm f/2.8 DG OS HSM S013; 174.8: Sigma 120-400mm f/4.5-5.6 APO DG OS HSM;
    174.9: Sigma 200-500mm f/2.8 APO EX DG; 175: Canon EF 400mm f/2.8L USM;
    176: Canon EF 24-85mm f/3.5-4.5 USM; 177: Canon EF 300mm f/4L IS USM; 178: Canon EF 28-135mm f/3.5-5.6 IS;
    179: Canon EF 24mm f/1.4L USM; 180: Canon EF 35mm f/1.4L USM or Other Lens;
    180.10: Sigma 20mm f/1.4 DG HSM | A; 180.1: Sigma 50mm f/1.4 DG HSM | A;
    180.2: Sigma 24mm f/1.4 DG HSM | A; 180.3: Zeiss Milvus 50mm f/1.4; 180.4: Zeiss Milvus 85mm f/1.4;
    180.5: Zeiss Otus 28mm f/1.4 ZE; 180.6: Sigma 24mm f/1.5 FF High-Speed Prime | 017;
    180.7: Sigma 50mm f/1.5 FF High-Speed Prime | 017; 180.8: Sigma 85mm f/1.5 FF High-Speed Prime | 017;
    180.9: Tokina Opera 50mm f/1.4 FF; 181: Canon EF 100-400mm f/4.5-5.6L IS USM + 1.4x or Sigma Lens;
    181.1: Sigma 150-600mm f/5-6.3 DG OS HSM | S + 1.4x;
    182: Canon EF 100-400mm f/4.5-5.6L IS USM + 2x or Sigma Lens;
    182.1: Sigma 150-600mm f/5-6.3 DG OS HSM | S + 2x; 183: Canon EF 100-400mm f/4.5-5.6L IS USM or Sigma Lens;
    183.1: Sigma 150mm f/2.8 EX DG OS HSM APO Macro; 183.2: Sigma 105mm f/2.8 EX DG OS HSM Macro;
    183.3: Sigma 180mm f/2.8 EX DG OS HSM APO Macro; 183.4: Sigma 150-600mm f/5-6.3 DG OS HSM | C;
    183.5: Sigma 150-600mm f/5-6.3 DG OS HSM | S; 183.6: Sigma 100-400mm f/5-6.3 DG OS HSM;
    183.7: Sigma 180mm f/3.5 APO Macro EX DG IF HSM; 184: Canon EF 400mm f/2.8L USM + 2x;
    185: Canon EF 600mm f/4L IS USM; 186: Canon EF 70-200mm f/4L USM; 187: Canon EF 70-200mm f/4L USM + 1.4x;
    188: Canon EF 70-200mm f/4L USM + 2x; 189: Canon EF 70-200mm f/4L USM + 2.8x;
    190: Canon EF 100mm f/2.8 Macro USM; 191: Canon EF 400mm f/4 DO IS or Sigma Lens;
    191.1: Sigma 500mm f/4 DG OS HSM; 193: Canon EF 35-80mm f/4-5.6 USM; 194: Canon EF 80-200mm f/4.5-5.6 USM;
    195: Canon EF 35-105mm f/4.5-5.6 USM; 196: Canon EF 75-300mm f/4-5.6 USM;
    197: Canon EF 75-300mm f/4-5.6 IS USM or Sigma Lens; 197.1: Sigma 18-300mm f/3.5-6.3 DC Macro OS HSM;
    198: Canon EF 50mm f/1.4 USM or Other Lens; 198.1: Zeiss Otus 55mm f/1.4 ZE;
    198.2: Zeiss Otus 85mm f/1.4 ZE; 198.3: Zeiss Milvus 25mm f/1.4; 198.4: Zeiss Otus 100mm f/1.4;
    198.5: Zeiss Milvus 35mm f/1.4 ZE; 198.6: Yongnuo YN 35mm f/2; 199: Canon EF 28-80mm f/3.5-5.6 USM;
    200: Canon EF 75-300mm f/4-5.6 USM; 201: Canon EF 28-80mm f/3.5-5.6 USM;
    202: Canon EF 28-80mm f/3.5-5.6 USM IV; 208: Canon EF 22-55mm f/4-5.6 USM;
    209: Canon EF 55-200mm f/4.5-5.6; 210: Canon EF 28-90mm f/4-5.6 USM; 211: Canon EF 28-200mm f/3.5-5.6 USM;
    212: Canon EF 28-105mm f/4-5.6 USM; 213: Canon EF 90-300mm f/4.5-5.6 USM or Tamron Lens;
    213.1: Tamron SP 150-600mm f/5-6.3 Di VC USD (A011);
    213.2: Tamron 16-300mm f/3.5-6.3 Di II VC PZD Macro (B016); 213.3: Tamron SP 35mm f/1.8 Di VC USD (F012);
    213.4: Tamron SP 45mm f/1.8 Di VC USD (F013); 214: Canon EF-S 18-55mm f/3.5-5.6 USM;
    215: Canon EF 55-200mm f/4.5-5.6 II USM; 217: Tamron AF 18-270mm f/3.5-6.3 Di II VC PZD;
    220: Yongnuo YN 50mm f/1.8; 224: Canon EF 70-200mm f/2.8L IS USM;
    225: Canon EF 70-200mm f/2.8L IS USM + 1.4x; 226: Canon EF 70-200mm f/2.8L IS USM + 2x;
    227: Canon EF 70-200mm f/2.8L IS USM + 2.8x; 228: Canon EF 28-105mm f/3.5-4.5 USM;
    229: Canon EF 16-35mm f/2.8L USM; 230: Canon EF 24-70mm f/2.8L USM;
    231: Canon EF 17-40mm f/4L USM or Sigma Lens; 231.1: Sigma 12-24mm f/4 DG HSM A016;
    232: Canon EF 70-300mm f/4.5-5.6 DO IS USM; 233: Canon EF 28-300mm f/3.5-5.6L IS USM;
    234: Canon EF-S 17-85mm f/4-5.6 IS USM or Tokina Lens; 234.1: Tokina AT-X 12-28 PRO DX 12-28mm f/4;
    235: Canon EF-S 10-22mm f/3.5-4.5 USM; 236: Canon EF-S 60mm f/2.8 Macro USM;
    237: Canon EF 24-105mm f/4L IS USM; 238: Canon EF 70-300mm f/4-5.6 IS USM;
    239: Canon EF 85mm f/1.2L II USM or Rokinon Lens; 239.1: Rokinon SP 85mm f/1.2;
    240: Canon EF-S 17-55mm f/2.8 IS USM or Sigma Lens; 240.1: Sigma 17-50mm f/2.8 EX DC OS HSM;
    241: Canon EF 50mm f/1.2L USM; 242: Canon EF 70-200mm f/4L IS USM;
    243: Canon EF 70-200mm f/4L IS USM + 1.4x; 244: Canon EF 70-200mm f/4L IS USM + 2x;
    245: Canon EF 70-200mm f/4L IS USM + 2.8x; 246: Canon EF 16-35mm f/2.8L II USM;
    247: Canon EF 14mm f/2.8L II USM; 248: Canon EF 200mm f/2L IS USM or Sigma Lens;
    248.1: Sigma 24-35mm f/2 DG HSM | A; 248.2: Sigma 135mm f/2 FF High-Speed Prime | 017;
    248.3: Sigma 24-35mm f/2.2 FF Zoom | 017; 248.4: Sigma 135mm f/1.8 DG HSM A017;
    249: Canon EF 800mm f/5.6L IS USM; 250: Canon EF 24mm f/1.4L II USM or Sigma Lens;
    250.1: Sigma 20mm f/1.4 DG HSM | A; 250.2: Sigma 20mm f/1.5 FF High-Speed Prime | 017;
    250.3: Tokina Opera 16-28mm f/2.8 FF; 250.4: Sigma 85mm f/1.4 DG HSM A016;
    251: Canon EF 70-200mm f/2.8L IS II USM; 251.1: Canon EF 70-200mm f/2.8L IS III USM;
    252: Canon EF 70-200mm f/2.8L IS II USM + 1.4x; 252.1: Canon EF 70-200mm f/2.8L IS III USM + 1.4x;
    253: Canon EF 70-200mm f/2.8L IS II USM + 2x; 253.1: Canon EF 70-200mm f/2.8L IS III USM + 2x;
    254: Canon EF 100mm f/2.8L Macro IS USM or Tamron Lens;
    254.1: Tamron SP 90mm f/2.8 Di VC USD 1:1 Macro (F017);
    255: Sigma 24-105mm f/4 DG OS HSM | A or Other Lens; 255.1: Sigma 180mm f/2.8 EX DG OS HSM APO Macro;
    255.2: Tamron SP 70-200mm f/2.8 Di VC USD; 255.3: Yongnuo YN 50mm f/1.8;
    368: Sigma 14-24mm f/2.8 DG HSM | A or other Sigma Lens; 368.1: Sigma 20mm f/1.4 DG HSM | A;
    368.10: Sigma 35mm f/1.4 DG HSM | A; 368.11: Sigma 70mm f/2.8 DG Macro;
    368.12: Sigma 18-35mm f/1.8 DC HSM | A; 368.13: Sigma 24-105mm f/4 DG OS HSM | A;
    368.2: Sigma 50mm f/1.4 DG HSM | A; 368.3: Sigma 40mm f/1.4 DG HSM | A;
    368.4: Sigma 60-600mm f/4.5-6.3 DG OS HSM | S; 368.5: Sigma 28mm f/1.4 DG HSM | A;
    368.6: Sigma 150-600mm f/5-6.3 DG OS HSM | S; 368.7: Sigma 85mm f/1.4 DG HSM | A;
    368.8: Sigma 105mm f/1.4 DG HSM; 368.9: Sigma 14-24mm f/2.8 DG HSM;
    488: Canon EF-S 15-85mm f/3.5-5.6 IS USM; 489: Canon EF 70-300mm f/4-5.6L IS USM;
    490: Canon EF 8-15mm f/4L Fisheye USM; 491: Canon EF 300mm f/2.8L IS II USM or Tamron Lens;
    491.1: Tamron SP 70-200mm f/2.8 Di VC USD G2 (A025); 491.2: Tamron 18-400mm f/3.5-6.3 Di II VC HLD (B028);
    491.3: Tamron 100-400mm f/4.5-6.3 Di VC USD (A035); 491.4: Tamron 70-210mm f/4 Di VC USD (A034);
    491.5: Tamron 70-210mm f/4 Di VC USD (A034) + 1.4x; 491.6: Tamron SP 24-70mm f/2.8 Di VC USD G2 (A032);
    492: Canon EF 400mm f/2.8L IS II USM; 493: Canon EF 500mm f/4L IS II USM or EF 24-105mm f4L IS USM;
    493.1: Canon EF 24-105mm f/4L IS USM; 494: Canon EF 600mm f/4L IS II USM;
    495: Canon EF 24-70mm f/2.8L II USM or Sigma Lens; 495.1: Sigma 24-70mm f/2.8 DG OS HSM | A;
    496: Canon EF 200-400mm f/4L IS USM; 499: Canon EF 200-400mm f/4L IS USM + 1.4x;
    502: Canon EF 28mm f/2.8 IS USM or Tamron Lens; 502.1: Tamron 35mm f/1.8 Di VC USD (F012);
    503: Canon EF 24mm f/2.8 IS USM; 504: Canon EF 24-70mm f/4L IS USM; 505: Canon EF 35mm f/2 IS USM;
    506: Canon EF 400mm f/4 DO IS II USM; 507: Canon EF 16-35mm f/4L IS USM;
    508: Canon EF 11-24mm f/4L USM or Tamron Lens; 508.1: Tamron 10-24mm f/3.5-4.5 Di II VC HLD (B023);
    624: Sigma 70-200mm f/2.8 DG OS HSM | S or other Sigma Lens; 624.1: Sigma 150-600mm f/5-6.3 | C;
    747: Canon EF 100-400mm f/4.5-5.6L IS II USM or Tamron Lens;
    747.1: Tamron SP 150-600mm f/5-6.3 Di VC USD G2;
    748: Canon EF 100-400mm f/4.5-5.6L IS II USM + 1.4x or Tamron Lens;
    748.1: Tamron 100-400mm f/4.5-6.3 Di VC USD A035E + 1.4x; 748.2: Tamron 70-210mm f/4 Di VC USD (A034) + 2x;
    749: Tamron 100-400mm f/4.5-6.3 Di VC USD A035E + 2x; 750: Canon EF 35mm f/1.4L II USM or Tamron Lens;
    750.1: Tamron SP 85mm f/1.8 Di VC USD (F016); 750.2: Tamron SP 45mm f/1.8 Di VC USD (F013);
    751: Canon EF 16-35mm f/2.8L III USM; 752: Canon EF 24-105mm f/4L IS II USM;
    753: Canon EF 85mm f/1.4L IS USM; 754: Canon EF 70-200mm f/4L IS II USM;
    757: Canon EF 400mm f/2.8L IS III USM; 758: Canon EF 600mm f/4L IS III USM;
    1136: Sigma 24-70mm f/2.8 DG OS HSM | A; 4142: Canon EF-S 18-135mm f/3.5-5.6 IS STM;
    4143: Canon EF-M 18-55mm f/3.5-5.6 IS STM or Tamron Lens; 4143.1: Tamron 18-200mm f/3.5-6.3 Di III VC;
    4144: Canon EF 40mm f/2.8 STM; 4145: Canon EF-M 22mm f/2 STM; 4146: Canon EF-S 18-55mm f/3.5-5.6 IS STM;
    4147: Canon EF-M 11-22mm f/4-5.6 IS STM; 4148: Canon EF-S 55-250mm f/4-5.6 IS STM;
    4149: Canon EF-M 55-200mm f/4.5-6.3 IS STM; 4150: Canon EF-S 10-18mm f/4.5-5.6 IS STM;
    4152: Canon EF 24-105mm f/3.5-5.6 IS STM; 4153: Canon EF-M 15-45mm f/3.5-6.3 IS STM;
    4154: Canon EF-S 24mm f/2.8 STM; 4155: Canon EF-M 28mm f/3.5 Macro IS STM; 4156: Canon EF 50mm f/1.8 STM;
    4157: Canon EF-M 18-150mm f/3.5-6.3 IS STM; 4158: Canon EF-S 18-55mm f/4-5.6 IS STM;
    4159: Canon EF-M 32mm f/1.4 STM; 4160: Canon EF-S 35mm f/2.8 Macro IS STM;
    4208: Sigma 56mm f/1.4 DC DN | C or other Sigma Lens; 4208.1: Sigma 30mm F1.4 DC DN | C;
    36910: Canon EF 70-300mm f/4-5.6 IS II USM; 36912: Canon EF-S 18-135mm f/3.5-5.6 IS USM;
    61182: Canon RF 50mm F1.2L USM or other Canon RF Lens; 61182.10: Canon RF 85mm F2 MACRO IS STM;
    61182.1: Canon RF 24-105mm F4L IS USM; 61182.11: Canon RF 600mm F11 IS STM;
    61182.12: Canon RF 600mm F11 IS STM + RF1.4x; 61182.13: Canon RF 600mm F11 IS STM + RF2x;
    61182.14: Canon RF 800mm F11 IS STM; 61182.15: Canon RF 800mm F11 IS STM + RF1.4x;
    61182.16: Canon RF 800mm F11 IS STM + RF2x; 61182.17: Canon RF 24-105mm F4-7.1 IS STM;
    61182.18: Canon RF 100-500mm F4.5-7.1L IS USM; 61182.19: Canon RF 100-500mm F4.5-7.1L IS USM + RF1.4x;
    61182.20: Canon RF 100-500mm F4.5-7.1L IS USM + RF2x; 61182.2: Canon RF 28-70mm F2L USM;
    61182.21: Canon RF 70-200mm F4L IS USM; 61182.22: Canon RF 100mm F2.8L MACRO IS USM;
    61182.23: Canon RF 50mm F1.8 STM; 61182.24: Canon RF 14-35mm F4L IS USM;
    61182.25: Canon RF-S 18-45mm F4.5-6.3 IS STM; 61182.26: Canon RF 100-400mm F5.6-8 IS USM;
    61182.27: Canon RF 100-400mm F5.6-8 IS USM + RF1.4x; 61182.28: Canon RF 100-400mm F5.6-8 IS USM + RF2x;
    61182.29: Canon RF-S 18-150mm F3.5-6.3 IS STM; 61182.3: Canon RF 35mm F1.8 MACRO IS STM;
    61182.30: Canon RF 24mm F1.8 MACRO IS STM; 61182.31: Canon RF 16mm F2.8 STM;
    61182.32: Canon RF 400mm F2.8L IS USM; 61182.33: Canon RF 400mm F2.8L IS USM + RF1.4x;
    61182.34: Canon RF 400mm F2.8L IS USM + RF2x; 61182.35: Canon RF 600mm F4L IS USM;
    61182.36: Canon RF 15-30mm F4.5-6.3 IS STM; 61182.37: Canon RF 800mm F5.6L IS USM;
    61182.38: Canon RF 800mm F5.6L IS USM + RF1.4x; 61182.39: Canon RF 800mm F5.6L IS USM + RF2x;
    61182.40: Canon RF 1200mm F8L IS USM; 61182.4: Canon RF 85mm F1.2L USM;
    61182.41: Canon RF 1200mm F8L IS USM + RF1.4x; 61182.42: Canon RF 1200mm F8L IS USM + RF2x;
    61182.43: Canon RF 135mm F1.8 L IS USM; 61182.44: Canon RF 24-50mm F4.5-6.3 IS STM;
    61182.45: Canon RF-S 55-210mm F5-7.1 IS STM; 61182.46: Canon RF 5.2mm F2.8L Dual Fisheye 3D VR;
    61182.5: Canon RF 85mm F1.2L USM DS; 61182.6: Canon RF 24-70mm F2.8L IS USM;
    61182.7: Canon RF 15-35mm F2.8L IS USM; 61182.8: Canon RF 24-240mm F4-6.3 IS USM;
    61182.9: Canon RF 70-200mm F2.8L IS USM; 61491: Canon CN-E 14mm T3.1 L F; 61492: Canon CN-E 24mm T1.5 L F;
    61494: Canon CN-E 85mm T1.3 L F; 61495: Canon CN-E 135mm T2.2 L F; 61496: Canon CN-E 35mm T1.5 L F;
    65535: n/a

    [=MirrorLockup]
    0: Disable; 1: Enable

    [=PictureStyle]
    0: None; 1: Standard; 2: Portrait; 3: High Saturation; 4: Adobe RGB; 5: Low Saturation; 6: CM Set 1;
    7: CM Set 2; 33: User Def. 1; 34: User Def. 2; 35: User Def. 3; 65: PC 1; 66: PC 2; 67: PC 3; 129: Standard;
    130: Portrait; 131: Landscape; 132: Neutral; 133: Faithful; 134: Monochrome; 135: Auto; 136: Fine Detail;
    255: n/a; 65535: n/a

    [=ShutterAELock]
    0: AF/AE lock; 1: AE lock/AF; 2: AF/AF lock, No AE lock; 3: AE/AF, No AE lock

    [=ShutterCurtainSync]
    0: 1st-curtain sync; 1: 2nd-curtain sync

    [=ToningEffectMonochrome]
    -559038737: n/a; 0: None; 1: Sepia; 2: Blue; 3: Purple; 4: Green

    [=UserDef1PictureStyle]
    65: PC 1; 66: PC 2; 67: PC 3; 129: Standard; 130: Portrait; 131: Landscape; 132: Neutral; 133: Faithful;
    134: Monochrome; 135: Auto

    [=WhiteBalance]
    0: Auto; 1: Daylight; 2: Cloudy; 3: Tungsten; 4: Fluorescent; 5: Flash; 6: Custom; 7: Black & White; 8: Shade;
    9: Manual Temperature (Kelvin); 10: PC Set1; 11: PC Set2; 12: PC Set3; 14: Daylight Fluorescent; 15: Custom 1;
    16: Custom 2; 17: Underwater; 18: Custom 3; 19: Custom 4; 20: PC Set4; 21: PC Set5;
    23: Auto (ambience priority)
    """

  /// A style for each of three settings.
  static let canonPictureStyles =
    "parts "
    + Array(
      repeating: """
        0: None; 1: Standard; 2: Portrait; 3: High Saturation; 4: Adobe RGB; 5: Low Saturation; 6: CM Set 1;
        7: CM Set 2;
        33: User Def. 1; 34: User Def. 2; 35: User Def. 3; 65: PC 1; 66: PC 2; 67: PC 3; 129: Standard; 130: Portrait;
        131: Landscape; 132: Neutral; 133: Faithful; 134: Monochrome; 135: Auto; 136: Fine Detail; 255: n/a; 65535: n/a
        """, count: 3
    ).joined(separator: " | ")
}
