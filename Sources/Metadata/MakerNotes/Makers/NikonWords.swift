extension Maker {
  /// The lists of words that Nikon's tables name.
  static let nikonWords = """
    [=AEBracketingSteps]
    0: AE Bracketing Disabled; 32: AE Bracketing Disabled; 48: AE Bracketing Disabled; 64: AE Bracketing Disabled;
    80: AE Bracketing Disabled; 129: +3F0.3; 130: -3F0.3; 131: +2F0.3; 132: -2F0.3; 133: 3F0.3; 134: 5F0.3;
    135: 7F0.3; 136: 9F0.3; 145: +3F0.5; 146: -3F0.5; 147: +2F0.5; 148: -2F0.5; 149: 3F0.5; 150: 5F0.5; 151: 7F0.5;
    152: 9F0.5; 161: +3F0.7; 162: -3F0.7; 163: +2F0.7; 164: -2F0.7; 165: 3F0.7; 166: 5F0.7; 167: 7F0.7; 168: 9F0.7;
    177: +3F1; 178: -3F1; 179: +2F1; 180: -2F1; 181: 3F1; 182: 5F1; 183: 7F1; 184: 9F1; 193: +3F2; 194: -3F2;
    195: +2F2; 196: -2F2; 197: 3F2; 198: 5F2; 209: +3F3; 210: -3F3; 211: +2F3; 212: -2F3; 213: 3F3; 214: 5F3

    [=AFAreaMode]
    0: Pinpoint; 1: Single; 2: Dynamic; 3: Wide (S); 4: Wide (L); 5: 3D; 6: Auto; 11: Subject Tracking;
    12: Wide (C1); 13: Wide (C2)

    [=AFAssist]
    0: On; 1: Off

    [=AFOnButton]
    0: None; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release); 6: AE Lock (hold); 7: AF Lock Only;
    8: AF-On; 36: AF-Area Mode (Single); 37: AF-Area Mode (Dynamic Area 25 Points);
    38: AF-Area Mode (Dynamic Area 72 Points); 39: AF-Area Mode (Dynamic Area 152 Points);
    40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF); 42: AF-Area Mode + AF-On (Single);
    43: AF-Area Mode + AF-On (Dynamic Area 25 Points); 44: AF-Area Mode + AF-On (Dynamic Area 72 Points);
    45: AF-Area Mode + AF-On (Dynamic Area 152 Points); 46: AF-Area Mode + AF-On (Group Area AF);
    47: AF-Area Mode + AF-On (Auto Area AF)

    [=AFPoints105]
    0: (none); 1: D8 (Center); 2: C8; 3: B8; 4: A8; 5: E8; 6: F8; 7: G8; 8: D9; 9: C9; 10: B9; 11: A9; 12: E9;
    13: F9; 14: G9; 15: D10; 16: C10; 17: B10; 18: A10; 19: E10; 20: F10; 21: G10; 22: D7; 23: C7; 24: B7;
    25: A7; 26: E7; 27: F7; 28: G7; 29: D6; 30: C6; 31: B6; 32: A6; 33: E6; 34: F6; 35: G6; 36: D11; 37: C11;
    38: B11; 39: A11; 40: E11; 41: F11; 42: G11; 43: D12; 44: C12; 45: B12; 46: A12; 47: E12; 48: F12; 49: G12;
    50: D13; 51: C13; 52: B13; 53: A13; 54: E13; 55: F13; 56: G13; 57: D14; 58: C14; 59: B14; 60: A14; 61: E14;
    62: F14; 63: G14; 64: D15; 65: C15; 66: B15; 67: A15; 68: E15; 69: F15; 70: G15; 71: D5; 72: C5; 73: B5;
    74: A5; 75: E5; 76: F5; 77: G5; 78: D4; 79: C4; 80: B4; 81: A4; 82: E4; 83: F4; 84: G4; 85: D3; 86: C3;
    87: B3; 88: A3; 89: E3; 90: F3; 91: G3; 92: D2; 93: C2; 94: B2; 95: A2; 96: E2; 97: F2; 98: G2; 99: D1;
    100: C1; 101: B1; 102: A1; 103: E1; 104: F1; 105: G1

    [=AFPoints135]
    0: (none); 1: E8 (Center); 2: D8; 3: C8; 4: B8; 5: A8; 6: F8; 7: G8; 8: H8; 9: I8; 10: E9; 11: D9; 12: C9;
    13: B9; 14: A9; 15: F9; 16: G9; 17: H9; 18: I9; 19: E7; 20: D7; 21: C7; 22: B7; 23: A7; 24: F7; 25: G7;
    26: H7; 27: I7; 28: E10; 29: D10; 30: C10; 31: B10; 32: A10; 33: F10; 34: G10; 35: H10; 36: I10; 37: E11;
    38: D11; 39: C11; 40: B11; 41: A11; 42: F11; 43: G11; 44: H11; 45: I11; 46: E12; 47: D12; 48: C12; 49: B12;
    50: A12; 51: F12; 52: G12; 53: H12; 54: I12; 55: E13; 56: D13; 57: C13; 58: B13; 59: A13; 60: F13; 61: G13;
    62: H13; 63: I13; 64: E14; 65: D14; 66: C14; 67: B14; 68: A14; 69: F14; 70: G14; 71: H14; 72: I14; 73: E15;
    74: D15; 75: C15; 76: B15; 77: A15; 78: F15; 79: G15; 80: H15; 81: I15; 82: E6; 83: D6; 84: C6; 85: B6;
    86: A6; 87: F6; 88: G6; 89: H6; 90: I6; 91: E5; 92: D5; 93: C5; 94: B5; 95: A5; 96: F5; 97: G5; 98: H5;
    99: I5; 100: E4; 101: D4; 102: C4; 103: B4; 104: A4; 105: F4; 106: G4; 107: H4; 108: I4; 109: E3; 110: D3;
    111: C3; 112: B3; 113: A3; 114: F3; 115: G3; 116: H3; 117: I3; 118: E2; 119: D2; 120: C2; 121: B2; 122: A2;
    123: F2; 124: G2; 125: H2; 126: I2; 127: E1; 128: D1; 129: C1; 130: B1; 131: A1; 132: F1; 133: G1; 134: H1;
    135: I1

    [=AFPoints153]
    0: (none); 1: E9 (Center); 2: D9; 3: C9; 4: B9; 5: A9; 6: F9; 7: G9; 8: H9; 9: I9; 10: E10; 11: D10;
    12: C10; 13: B10; 14: A10; 15: F10; 16: G10; 17: H10; 18: I10; 19: E11; 20: D11; 21: C11; 22: B11; 23: A11;
    24: F11; 25: G11; 26: H11; 27: I11; 28: E8; 29: D8; 30: C8; 31: B8; 32: A8; 33: F8; 34: G8; 35: H8; 36: I8;
    37: E7; 38: D7; 39: C7; 40: B7; 41: A7; 42: F7; 43: G7; 44: H7; 45: I7; 46: E12; 47: D12; 48: C12; 49: B12;
    50: A12; 51: F12; 52: G12; 53: H12; 54: I12; 55: E13; 56: D13; 57: C13; 58: B13; 59: A13; 60: F13; 61: G13;
    62: H13; 63: I13; 64: E14; 65: D14; 66: C14; 67: B14; 68: A14; 69: F14; 70: G14; 71: H14; 72: I14; 73: E15;
    74: D15; 75: C15; 76: B15; 77: A15; 78: F15; 79: G15; 80: H15; 81: I15; 82: E16; 83: D16; 84: C16; 85: B16;
    86: A16; 87: F16; 88: G16; 89: H16; 90: I16; 91: E17; 92: D17; 93: C17; 94: B17; 95: A17; 96: F17; 97: G17;
    98: H17; 99: I17; 100: E6; 101: D6; 102: C6; 103: B6; 104: A6; 105: F6; 106: G6; 107: H6; 108: I6; 109: E5;
    110: D5; 111: C5; 112: B5; 113: A5; 114: F5; 115: G5; 116: H5; 117: I5; 118: E4; 119: D4; 120: C4; 121: B4;
    122: A4; 123: F4; 124: G4; 125: H4; 126: I4; 127: E3; 128: D3; 129: C3; 130: B3; 131: A3; 132: F3; 133: G3;
    134: H3; 135: I3; 136: E2; 137: D2; 138: C2; 139: B2; 140: A2; 141: F2; 142: G2; 143: H2; 144: I2; 145: E1;
    146: D1; 147: C1; 148: B1; 149: A1; 150: F1; 151: G1; 152: H1; 153: I1

    [=AFPoints81]
    0: (none); 1: E5 (Center); 2: D5; 3: C5; 4: B5; 5: A5; 6: F5; 7: G5; 8: H5; 9: I5; 10: E6; 11: D6; 12: C6;
    13: B6; 14: A6; 15: F6; 16: G6; 17: H6; 18: I6; 19: E4; 20: D4; 21: C4; 22: B4; 23: A4; 24: F4; 25: G4;
    26: H4; 27: I4; 28: E7; 29: D7; 30: C7; 31: B7; 32: A7; 33: F7; 34: G7; 35: H7; 36: I7; 37: E3; 38: D3;
    39: C3; 40: B3; 41: A3; 42: F3; 43: G3; 44: H3; 45: I3; 46: E8; 47: D8; 48: C8; 49: B8; 50: A8; 51: F8;
    52: G8; 53: H8; 54: I8; 55: E2; 56: D2; 57: C2; 58: B2; 59: A2; 60: F2; 61: G2; 62: H2; 63: I2; 64: E9;
    65: D9; 66: C9; 67: B9; 68: A9; 69: F9; 70: G9; 71: H9; 72: I9; 73: E1; 74: D1; 75: C1; 76: B1; 77: A1;
    78: F1; 79: G1; 80: H1; 81: I1

    [=AssignBktButton]
    0: Auto Bracketing; 1: Multiple Exposure; 2: HDR (high dynamic range); 3: None

    [=AssignMBD18FuncButton]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 18: Reset Focus Point; 19: Grid Display; 20: My Menu; 22: Remote Release Only;
    23: Preset Focus Point; 26: Flash Disable/Enable; 27: Highlight-weighted Metering; 36: AF-Area Mode (Single);
    37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
    39: AF-Area Mode (Dynamic Area 153 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
    42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
    44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 153 Points);
    46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
    49: Sync Release (Master Only); 50: Sync Release (Remote Only); 54: Highlight Active Focus Point;
    56: AF-Area Mode (Dynamic Area 9 Points); 57: AF-Area Mode + AF-On (Dynamic Area 9 Points)

    [=AutoBracketModeM]
    0: Flash/Speed; 1: Flash/Speed/Aperture; 2: Flash/Aperture; 3: Flash Only

    [=AutoBracketSet]
    0: AE & Flash; 1: AE Only; 2: Flash Only; 3: WB Bracketing; 4: Active D-Lighting

    [=ButtonFunction]
    0: None; 1: Preview; 3: FV Lock; 4: AE/AF Lock; 5: AE Lock Only; 6: AE Lock (reset on release);
    7: AE Lock (hold); 8: AF Lock Only; 9: AF-On; 10: Flash Disable/Enable; 11: Bracketing Burst;
    12: +NEF(RAW); 18: Virtual Horizon; 19: Synchronized Release; 20: My Menu; 21: My Menu Top Item;
    22: Playback; 23: Rating; 24: Protect; 25: Zoom; 26: Focus Peaking; 28: Image Area; 30: Non-CPU Lens;
    31: Active-D Lighting; 33: 1 Stop Speed/Aperture; 34: White Balance; 35: Metering; 36: Auto Bracketing;
    37: Multiple Exposure; 38: HDR Overlay; 39: Picture Control; 40: Quality; 41: Focus Mode/AF AreaMode;
    42: Select Center Focus Point; 44: Record Movie; 47: Choose Folder; 48: Power Aperture (Open);
    49: Power Aperture (Close); 52: Microphone Sensitivity; 57: Preset Focus Point; 58: AE/AWB Lock (hold);
    59: AF-AreaMode; 60: AF-AreaMode + AF-On; 61: Recall Shooting Functions; 64: Filtered Playback;
    65: Same as AF-On; 66: Voice Memo; 70: Photo Shooting Bank; 71: ISO; 73: Exposure Compensation;
    76: Silent Mode; 78: LiveView Information; 79: AWB Lock (hold); 80: Grid Display; 81: Starlight View;
    82: Select To Send (PC); 83: Select To Send (FTP); 84: Pattern Tone Range; 85: Control Lock;
    86: Save Focus Position; 87: Recall Focus Position; 88: Recall Shooting Functions (Hold);
    97: High Frequency Flicker Reduction; 98: Switch FX/DX; 99: View Mode (Photo LV);
    100: Photo Flicker Reduction; 101: Filtered Playback (Select Criteria); 103: Start Series Playback;
    104: View Assist; 105: Hi-Res Zoom+; 106: Hi-Res Zoom-; 108: Override Other Cameras;
    109: DISP - Cycle Information Display (shooting); 110: DISP - Cycle Information Display (playback);
    111: Resume Shooting

    [=CenterWeightedAreaSize]
    0: 8 mm; 1: 12 mm; 2: 15 mm; 3: 20 mm; 4: Average

    [=CommandDialsApertureSetting]
    0: Sub-command Dial; 1: Aperture Ring

    [=CommandDialsChangeMainSub]
    0: Autofocus Off, Exposure Off; 1: Autofocus Off, Exposure On; 2: Autofocus Off, Exposure On (Mode A);
    4: Autofocus On, Exposure Off; 5: Autofocus On, Exposure On; 6: Autofocus On, Exposure On (Mode A)

    [=CommandDialsReverseRotation]
    0: No; 1: Shutter Speed & Aperture; 2: Exposure Compensation;
    3: Exposure Compensation, Shutter Speed & Aperture

    [=ExternalFlashFirmware]
    0 0: n/a; 1 1: 1.01 (SB-800 or Metz 58 AF-1); 1 3: 1.03 (SB-800); 14 3: 14.03 (SB-5000); 2 1: 2.01 (SB-800);
    2 4: 2.04 (SB-600); 2 5: 2.05 (SB-600); 3 1: 3.01 (SU-800 Remote Commander); 4 1: 4.01 (SB-400);
    4 2: 4.02 (SB-400); 4 4: 4.04 (SB-400); 5 1: 5.01 (SB-900); 5 2: 5.02 (SB-900); 6 1: 6.01 (SB-700);
    7 1: 7.01 (SB-910)

    [=FlashColorFilter]
    0: None; 1: FL-GL1 or SZ-2FL Fluorescent; 2: FL-GL2; 9: TN-A1 or SZ-2TN Incandescent; 10: TN-A2; 65: Red;
    66: Blue; 67: Yellow; 68: Amber; 128: Incandescent

    [=FlashControlBuiltin]
    0: TTL; 1: Manual; 2: Repeating Flash; 3: Commander Mode

    [=FlashControlMode]
    0: TTL; 1: Auto External Flash; 2: GN (distance priority); 3: Manual; 4: Repeating Flash

    [=FlashGNDistance]
    0: 0; 1: 0.1 m; 2: 0.2 m; 3: 0.3 m; 4: 0.4 m; 5: 0.5 m; 6: 0.6 m; 7: 0.7 m; 8: 0.8 m; 9: 0.9 m; 10: 1.0 m;
    11: 1.1 m; 12: 1.3 m; 13: 1.4 m; 14: 1.6 m; 15: 1.8 m; 16: 2.0 m; 17: 2.2 m; 18: 2.5 m; 19: 2.8 m; 20: 3.2 m;
    21: 3.6 m; 22: 4.0 m; 23: 4.5 m; 24: 5.0 m; 25: 5.6 m; 26: 6.3 m; 27: 7.1 m; 28: 8.0 m; 29: 9.0 m; 30: 10.0 m;
    31: 11.0 m; 32: 13.0 m; 33: 14.0 m; 34: 16.0 m; 35: 18.0 m; 36: 20.0 m; 255: n/a

    [=FlashGroupAControlMode]
    0: Off; 1: iTTL-BL; 2: iTTL; 3: Auto Aperture; 4: Automatic; 5: GN (distance priority); 6: Manual;
    7: Repeating Flash

    [=FlashShutterSpeed]
    0: 1/60 s; 1: 1/30 s; 2: 1/15 s; 3: 1/8 s; 4: 1/4 s; 5: 1/2 s; 6: 1 s; 7: 2 s; 8: 4 s; 9: 8 s; 10: 15 s;
    11: 30 s

    [=FlashSyncSpeed]
    0: 1/320 s (auto FP); 1: 1/250 s (auto FP); 2: 1/250 s; 3: 1/200 s; 4: 1/160 s; 5: 1/125 s; 6: 1/100 s;
    7: 1/80 s; 8: 1/60 s

    [=Func1Button]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 19: Grid Display; 20: My Menu; 22: Remote Release Only; 26: Flash Disable/Enable;
    27: Highlight-weighted Metering; 36: AF-Area Mode (Single); 37: AF-Area Mode (Dynamic Area 25 Points);
    38: AF-Area Mode (Dynamic Area 72 Points); 39: AF-Area Mode (Dynamic Area 153 Points);
    40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF); 42: AF-Area Mode + AF-On (Single);
    43: AF-Area Mode + AF-On (Dynamic Area 25 Points); 44: AF-Area Mode + AF-On (Dynamic Area 72 Points);
    45: AF-Area Mode + AF-On (Dynamic Area 153 Points); 46: AF-Area Mode + AF-On (Group Area AF);
    47: AF-Area Mode + AF-On (Auto Area AF); 49: Sync Release (Master Only); 50: Sync Release (Remote Only);
    56: AF-Area Mode (Dynamic Area 9 Points); 57: AF-Area Mode + AF-On (Dynamic Area 9 Points)

    [=Func1Button2]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 19: Grid Display; 20: My Menu; 21: Disable Synchronized Release; 22: Remote Release Only;
    26: Flash Disable/Enable; 27: Highlight-weighted Metering; 36: AF-Area Mode (Single);
    37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
    39: AF-Area Mode (Dynamic Area 152 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
    42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
    44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 152 Points);
    46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
    49: Sync Release (Master Only); 50: Sync Release (Remote Only); 58: AF-Area Mode + AF-On (Group Area AF - HL);
    59: AF-Area Mode + AF-On (Group Area AF - VL)

    [=Func1Button3]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 19: Grid Display; 20: My Menu; 22: Remote Release Only; 26: Flash Disable/Enable;
    27: Highlight-weighted Metering; 36: AF-Area Mode (Single); 37: AF-Area Mode (Dynamic Area 25 Points);
    38: AF-Area Mode (Dynamic Area 72 Points); 39: AF-Area Mode (Dynamic Area 152 Points);
    40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF); 42: AF-Area Mode + AF-On (Single);
    43: AF-Area Mode + AF-On (Dynamic Area 25 Points); 44: AF-Area Mode + AF-On (Dynamic Area 72 Points);
    45: AF-Area Mode + AF-On (Dynamic Area 152 Points); 46: AF-Area Mode + AF-On (Group Area AF);
    47: AF-Area Mode + AF-On (Auto Area AF); 49: Sync Release (Master Only); 50: Sync Release (Remote Only)

    [=Func1ButtonPlusDials]
    0: None; 1: Choose Image Area; 2: Shutter Speed & Aperture Lock; 3: One Step Speed / Aperture;
    4: Choose Non-CPU Lens Number; 5: Active D-Lighting; 7: Photo Shooting Menu Bank; 8: Exposure Delay Mode

    [=FuncButton]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 9: Flash Off; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top; 16: + NEF (RAW)

    [=FuncButton2]
    0: Grid Display; 1: FV Lock; 2: Flash Off; 3: Matrix Metering; 4: Center-weighted Metering; 5: Spot Metering;
    6: My Menu Top; 7: + NEF (RAW); 8: Active D-Lighting; 9: Preview; 10: AE/AF Lock; 11: AE Lock Only;
    12: AF Lock Only; 13: AE Lock (hold); 14: Bracketing Burst; 15: Playback; 16: 1EV Step Speed/Aperture;
    17: Choose Non-CPU Lens; 18: Virtual Horizon; 19: Start Movie Recording

    [=FuncButton3]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 18: My Menu; 20: Grid Display; 21: Disable Synchronized Release; 22: Remote Release Only;
    26: Flash Disable/Enable

    [=FuncButton4]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 19: Grid Display; 20: My Menu; 21: Disable Synchronized Release; 22: Remote Release Only;
    26: Flash Disable/Enable; 27: Highlight-weighted Metering

    [=ISOAutoHiLimit]
    36: ISO 200; 38: ISO 250; 39: ISO 280; 40: ISO 320; 42: ISO 400; 44: ISO 500; 45: ISO 560; 46: ISO 640;
    48: ISO 800; 50: ISO 1000; 51: ISO 1100; 52: ISO 1250; 54: ISO 1600; 56: ISO 2000; 57: ISO 2200; 58: ISO 2500;
    60: ISO 3200; 62: ISO 4000; 63: ISO 4500; 64: ISO 5000; 66: ISO 6400; 68: ISO 8000; 69: ISO 9000;
    70: ISO 10000; 72: ISO 12800; 74: ISO 16000; 75: ISO 18000; 76: ISO 20000; 78: ISO 25600; 80: ISO 32000;
    81: ISO 36000; 82: ISO 40000; 84: ISO 51200; 86: ISO Hi 0.3; 87: ISO Hi 0.5; 88: ISO Hi 0.7; 90: ISO Hi 1.0;
    96: ISO Hi 2.0; 102: ISO Hi 3.0; 108: ISO Hi 4.0; 114: ISO Hi 5.0

    [=ISOAutoShutterTime]
    0: 1/4000 s; 1: 1/3200 s; 2: 1/2500 s; 3: 1/2000 s; 4: 1/1600 s; 5: 1/1250 s; 6: 1/1000 s; 7: 1/800 s;
    8: 1/640 s; 9: 1/500 s; 10: 1/400 s; 11: 1/320 s; 12: 1/250 s; 13: 1/200 s; 14: 1/160 s; 15: 1/125 s;
    16: 1/100 s; 17: 1/80 s; 18: 1/60 s; 19: 1/50 s; 20: 1/40 s; 21: 1/30 s; 22: 1/15 s; 23: 1/8 s; 24: 1/4 s;
    25: 1/2 s; 26: 1 s; 27: 2 s; 28: 4 s; 29: 8 s; 30: 15 s; 31: 30 s; 32: Auto (Slowest); 33: Auto (Slower);
    34: Auto; 35: Auto (Faster); 36: Auto (Fastest)

    [=ISOAutoShutterTime2]
    -15: Auto; -12: 15 s; -9: 8 s; -6: 4 s; -3: 2 s; 0: 1 s; 1: 1/1.3 s; 2: 1/1.6 s; 3: 1/2 s; 4: 1/2.5 s;
    5: 1/3 s; 6: 1/4 s; 7: 1/5 s; 8: 1/6 s; 9: 1/8 s; 10: 1/10 s; 11: 1/13 s; 12: 1/15 s; 13: 1/20 s; 14: 1/25 s;
    15: 1/30 s; 16: 1/40 s; 17: 1/50 s; 18: 1/60 s; 19: 1/80 s; 20: 1/100 s; 21: 1/120 s; 22: 1/160 s; 23: 1/200 s;
    24: 1/250 s; 25: 1/320 s; 26: 1/400 s; 27: 1/500 s; 28: 1/640 s; 29: 1/800 s; 30: 1/1000 s; 31: 1/1250 s;
    32: 1/1600 s; 33: 1/2000 s; 34: 1/2500 s; 35: 1/3200 s; 36: 1/4000 s; 37: 1/5000 s; 37.5: 1/6000 s;
    38: 1/6400 s; 39: 1/8000 s; 40: 1/10000 s; 40.5: 1/12000 s; 41: 1/13000 s; 42: 1/16000 s

    [=ISOStepSize]
    0: 1/3 EV; 1: 1/2 EV; 2: 1 EV

    [=LensFocusFunctionButtons]
    3: AE/AF Lock; 4: AE Lock Only; 7: AF Lock Only; 21: Disable Synchronized Release; 22: Remote Release Only;
    24: Preset focus Point; 26: Flash Disable/Enable; 32: AF-Area Mode:  Single-point AF;
    33: AF-Area Mode: Dynamic-area AF (9 points); 34: AF-Area Mode: Dynamic-area AF (21 points);
    35: AF-Area Mode: Dynamic-area AF (51 points); 36: AF-Area Mode: Group-area AF; 37: AF-Area Mode: Auto area AF

    [=LensFocusFunctionButtons2]
    3: AE/AF Lock; 4: AE Lock Only; 7: AF Lock Only; 8: AF-On; 24: Preset Focus Point; 26: Flash Disable/Enable;
    36: AF-Area Mode (Single); 37: AF-Area Mode (Dynamic Area 25 Points);
    38: AF-Area Mode (Dynamic Area 72 Points); 39: AF-Area Mode (Dynamic Area 152 Points);
    40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF); 42: AF-Area Mode + AF-On (Single);
    43: AF-Area Mode + AF-On (Dynamic Area 25 Points); 44: AF-Area Mode + AF-On (Dynamic Area 72 Points);
    45: AF-Area Mode + AF-On (Dynamic Area 152 Points); 46: AF-Area Mode + AF-On (Group Area AF);
    47: AF-Area Mode + AF-On (Auto Area AF); 49: Sync Release (Master Only); 50: Sync Release (Remote Only)

    [=LimitAFAreaModeSelection]
    bits 0: Auto-area; 1: Group-area; 2: 3D-tracking; 3: Dynamic area (153 points); 4: Dynamic area (72 points);
    5: Dynamic area (25 points); -: No Restrictions

    [=MenuMonitorOffTime]
    0: 4 s; 2: 10 s; 4: 20 s; 5: 1 min; 6: 5 min; 7: 10 min

    [=MultiSelectorPlaybackMode]
    0: Thumbnail On/Off; 1: View Histograms; 2: Zoom On/Off; 3: Choose Folder

    [=NoMemoryCard]
    0: Release Locked; 1: Enable Release

    [=PlaybackMonitorOffTime]
    0: 4 s; 1: 10 s; 2: 20 s; 3: 1 min; 4: 5 min; 5: 10 min

    [=PlaybackMonitorOffTime2]
    0: 2 s; 1: 4 s; 3: 10 s; 4: 20 s; 5: 30 s; 6: 1 min; 7: 5 min; 8: 10 min; 11: 30 min; 12: No Limit

    [=PreviewButton]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: Flash Off; 9: Bracketing Burst; 10: Matrix Metering;
    11: Center-weighted Metering; 12: Spot Metering; 13: Virtual Horizon; 15: Playback; 16: My Menu Top

    [=PreviewButton2]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-ON; 9: Flash Off; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: My Menu Top; 15: Live View; 16: + NEF (RAW);
    17: Virtual Horizon

    [=PrimaryAFPoint]
    0: (none); 1: C6 (Center); 2: B6; 3: A5; 4: D6; 5: E5; 6: C7; 7: B7; 8: A6; 9: D7; 10: E6; 11: C5; 12: B5;
    13: A4; 14: D5; 15: E4; 16: C8; 17: B8; 18: A7; 19: D8; 20: E7; 21: C9; 22: B9; 23: A8; 24: D9; 25: E8;
    26: C10; 27: B10; 28: A9; 29: D10; 30: E9; 31: C11; 32: B11; 33: D11; 34: C4; 35: B4; 36: A3; 37: D4; 38: E3;
    39: C3; 40: B3; 41: A2; 42: D3; 43: E2; 44: C2; 45: B2; 46: A1; 47: D2; 48: E1; 49: C1; 50: B1; 51: D1

    [=ReleaseButtonToUseDial]
    0: No; 1: Yes

    [=SelfTimerTime]
    0: 2 s; 1: 5 s; 2: 10 s; 3: 20 s

    [=ShutterReleaseButtonAEL]
    0: Off; 1: On

    [=StandbyTimer]
    0: 4 s; 1: 6 s; 3: 10 s; 5: 30 s; 6: 1 min; 7: 5 min; 8: 10 min; 9: 30 min; 10: No Limit

    [=SubSelectorCenter]
    0: None; 1: Preview; 2: FV Lock; 3: AE/AF Lock; 4: AE Lock Only; 5: AE Lock (reset on release);
    6: AE Lock (hold); 7: AF Lock Only; 8: AF-On; 10: Bracketing Burst; 11: Matrix Metering;
    12: Center-weighted Metering; 13: Spot Metering; 14: Playback; 15: My Menu Top Item; 16: +NEF(RAW);
    17: Virtual Horizon; 18: Reset Focus Point; 19: Grid Display; 20: My Menu; 22: Remote Release Only;
    23: Preset Focus Point; 26: Flash Disable/Enable; 27: Highlight-weighted Metering; 36: AF-Area Mode (Single);
    37: AF-Area Mode (Dynamic Area 25 Points); 38: AF-Area Mode (Dynamic Area 72 Points);
    39: AF-Area Mode (Dynamic Area 152 Points); 40: AF-Area Mode (Group Area AF); 41: AF-Area Mode (Auto Area AF);
    42: AF-Area Mode + AF-On (Single); 43: AF-Area Mode + AF-On (Dynamic Area 25 Points);
    44: AF-Area Mode + AF-On (Dynamic Area 72 Points); 45: AF-Area Mode + AF-On (Dynamic Area 152 Points);
    46: AF-Area Mode + AF-On (Group Area AF); 47: AF-Area Mode + AF-On (Auto Area AF);
    49: Sync Release (Master Only); 50: Sync Release (Remote Only); 54: Highlight Active Focus Point

    [=TimeZone]
    3: +10:00 (Sydney); 5: +09:00 (Tokyo); 6: +08:00 (Beijing, Honk Kong, Sinapore); 10: +05:45 (Kathmandu);
    11: +05:30 (New Dehli); 12: +05:00 (Islamabad); 13: +04:30 (Kabul); 14: +04:00 (Abu Dhabi);
    15: +03:30 (Tehran); 16: +03:00 (Moscow, Nairobi); 17: +02:00 (Athens, Helsinki);
    18: +01:00 (Madrid, Paris, Berlin); 19: +00:00 (London); 20: -01:00 (Azores); 21: -02:00 (Fernando de Noronha);
    22: -03:00 (Buenos Aires, Sao Paulo); 23: -03:30 (Newfoundland); 24: -04:00 (Manaus, Caracas);
    25: -05:00 (New York, Toronto, Lima); 26: -06:00 (Chicago, Mexico City); 27: -07:00 (Denver);
    28: -08:00 (Los Angeles, Vancouver); 29: -09:00 (Anchorage); 30: -10:00 (Hawaii)

    [=ToningEffect]
    128: B&W; 129: Sepia; 130: Cyanotype; 131: Red; 132: Yellow; 133: Green; 134: Blue-green; 135: Blue;
    136: Purple-blue; 137: Red-purple; 255: n/a

    [=VerticalMultiSelector]
    0: Same as Multi-Selector with Info(U/D) & Playback(R/L);
    8: Same as Multi-Selector with Info(R/L) & Playback(U/D); 128: Focus Point Selection

    [=WBBracketingSteps]
    0: WB Bracketing Disabled; 1: b3F 1; 2: A3F 1; 3: b2F 1; 4: A2F 1; 5: 3F 1; 6: 5F 1; 7: 7F 1; 8: 9F 1;
    16: 0F 2; 17: b3F 2; 18: A3F 2; 19: b2F 2; 20: A2F 2; 21: 3F 2; 22: 5F 2; 23: 7F 2; 24: 9F 2; 32: 0F 3;
    33: b3F 3; 34: A3F 3; 35: b2F 3; 36: A2F 3; 37: 3F 3; 38: 5F 3; 39: 7F 3; 40: 9F 3
    """
}
