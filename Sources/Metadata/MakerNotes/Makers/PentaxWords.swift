extension Maker {
  /// Models by their numbers.
  static let pentaxModels = WordList(
    """
    13: Optio 330/430; 76070: Optio 230; 76120: Optio 330GS; 76130: Optio 450/550; 76140: Optio S;
    76145: Optio S V1.01; 76180: *ist D; 76210: Optio 33L; 76220: Optio 33LF; 76230: Optio 33WR/43WR/555;
    76245: Optio S4; 76290: Optio MX; 76300: Optio S40; 76310: Optio S4i; 76340: Optio 30; 76370: Optio S30;
    76390: Optio 750Z; 76400: Optio SV; 76405: Optio SVi; 76410: Optio X; 76430: Optio S5i; 76440: Optio S50;
    76450: *ist DS; 76470: Optio MX4; 76480: Optio S5n; 76490: Optio WP; 76540: Optio S55; 76560: Optio S5z;
    76570: *ist DL; 76580: Optio S60; 76590: Optio S45; 76600: Optio S6; 76620: Optio WPi; 76630: BenQ DC X600;
    76640: *ist DS2; 76642: Samsung GX-1S; 76650: Optio A10; 76670: *ist DL2; 76672: Samsung GX-1L; 76700: K100D;
    76701: K110D; 76706: K100D Super; 76720: Optio T10/T20; 76770: Optio W10; 76790: Optio M10; 76830: K10D;
    76832: Samsung GX10; 76840: Optio S7; 76845: Optio L20; 76850: Optio M20; 76860: Optio W20; 76870: Optio A20;
    76920: Optio E30; 76925: Optio E35; 76930: Optio T30; 76940: Optio M30; 76945: Optio L30; 76950: Optio W30;
    76960: Optio A30; 76980: Optio E40; 76990: Optio M40; 76995: Optio L40; 76997: Optio L36; 77000: Optio Z10;
    77010: K20D; 77012: Samsung GX20; 77020: Optio S10; 77030: Optio A40; 77040: Optio V10; 77050: K200D;
    77060: Optio S12; 77070: Optio E50; 77080: Optio M50; 77090: Optio L50; 77100: Optio V20; 77120: Optio W60;
    77130: Optio M60; 77160: Optio E60/M90; 77170: K2000; 77171: K-m; 77190: Optio P70; 77200: Optio L70;
    77210: Optio E70; 77230: X70; 77240: K-7; 77260: Optio W80; 77290: Optio P80; 77300: Optio WS80; 77310: K-x;
    77320: 645D; 77330: Optio E80; 77360: Optio W90; 77370: Optio I-10; 77380: Optio H90; 77390: Optio E90;
    77400: X90; 77420: K-r; 77430: K-5; 77450: Optio RS1000/RS1500; 77460: Optio RZ10; 77470: Optio LS1000;
    77500: Optio WG-1 GPS; 77520: Optio S1; 77540: Q; 77560: K-01; 77580: Optio RZ18; 77590: Optio VS20;
    77610: Optio WG-2 GPS; 77640: Optio LS465; 77650: K-30; 77660: X-5; 77670: Q10; 77680: K-5 II; 77681: K-5 II s;
    77690: Q7; 77700: MX-1; 77710: WG-3 GPS; 77720: WG-3; 77730: WG-10; 77750: K-50; 77760: K-3; 77770: K-500;
    77790: WG-4 GPS; 77800: WG-4; 77830: WG-20; 77840: 645Z; 77850: K-S1; 77860: K-S2; 77870: Q-S1; 77910: WG-30;
    77950: WG-30W; 77960: WG-5 GPS; 77970: K-1; 77980: K-3 II; 78320: WG-M2; 78350: GR III; 78370: K-70; 78380: KP;
    78400: K-1 Mark II; 78420: K-3 Mark III; 78480: WG-70
    """)

  /// Sensitivities, as numbers of steps or as they are.
  static let pentaxISO = WordList(
    """
    3: 50; 4: 64; 5: 80; 6: 100; 7: 125; 8: 160; 9: 200; 10: 250; 11: 320; 12: 400; 13: 500; 14: 640; 15: 800;
    16: 1000; 17: 1250; 18: 1600; 19: 2000; 20: 2500; 21: 3200; 22: 4000; 23: 5000; 24: 6400; 25: 8000; 26: 10000;
    27: 12800; 28: 16000; 29: 20000; 30: 25600; 31: 32000; 32: 40000; 33: 51200; 34: 64000; 35: 80000; 36: 102400;
    37: 128000; 38: 160000; 39: 204800; 40: 256000; 41: 320000; 42: 409600; 43: 512000; 44: 640000; 45: 819200;
    50: 50; 100: 100; 200: 200; 258: 50; 259: 70; 260: 100; 261: 140; 262: 200; 263: 280; 264: 400; 265: 560;
    266: 800; 267: 1100; 268: 1600; 269: 2200; 270: 3200; 271: 4500; 272: 6400; 273: 9000; 274: 12800; 275: 18000;
    276: 25600; 277: 36000; 278: 51200; 279: 72000; 280: 102400; 281: 144000; 282: 204800; 283: 288000; 284: 409600;
    285: 576000; 286: 819200; 400: 400; 800: 800; 1600: 1600; 3200: 3200; 65534: Auto 2; 65535: Auto
    """)

  /// Cities of the world clock.
  static let pentaxCities = WordList(
    """
    0: Pago Pago; 1: Honolulu; 2: Anchorage; 3: Vancouver; 4: San Francisco; 5: Los Angeles; 6: Calgary; 7: Denver;
    8: Mexico City; 9: Chicago; 10: Miami; 11: Toronto; 12: New York; 13: Santiago; 14: Caracus; 15: Halifax;
    16: Buenos Aires; 17: Sao Paulo; 18: Rio de Janeiro; 19: Madrid; 20: London; 21: Paris; 22: Milan; 23: Rome;
    24: Berlin; 25: Johannesburg; 26: Istanbul; 27: Cairo; 28: Jerusalem; 29: Moscow; 30: Jeddah; 31: Tehran;
    32: Dubai; 33: Karachi; 34: Kabul; 35: Male; 36: Delhi; 37: Colombo; 38: Kathmandu; 39: Dacca; 40: Yangon;
    41: Bangkok; 42: Kuala Lumpur; 43: Vientiane; 44: Singapore; 45: Phnom Penh; 46: Ho Chi Minh; 47: Jakarta;
    48: Hong Kong; 49: Perth; 50: Beijing; 51: Shanghai; 52: Manila; 53: Taipei; 54: Seoul; 55: Adelaide; 56: Tokyo;
    57: Guam; 58: Sydney; 59: Noumea; 60: Wellington; 61: Auckland; 62: Lima; 63: Dakar; 64: Algiers; 65: Helsinki;
    66: Athens; 67: Nairobi; 68: Amsterdam; 69: Stockholm; 70: Lisbon; 71: Copenhagen; 72: Warsaw; 73: Prague;
    74: Budapest
    """)

  /// Digital filters.
  static let pentaxFilterNames = WordList(
    """
    parts 0: Off; 1: Base Parameter Adjust; 2: Soft Focus; 3: High Contrast; 4: Color Filter; 5: Extract Color;
    6: Monochrome; 7: Slim; 9: Fisheye; 10: Toy Camera; 11: Retro; 12: Pastel; 13: Water Color; 14: HDR;
    16: Miniature; 17: Starburst; 18: Posterization; 19: Sketch Filter; 20: Shading; 21: Invert Color;
    23: Tone Expansion; 27: Unicolor Bold; 28: Bold Monochrome; 29: Replace Color; 254: Custom Filter
    """)
}
