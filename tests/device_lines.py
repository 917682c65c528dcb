"""Lines as people write them and tools print them, with what each must mean: the tables of `test_resolve`."""

# What a line must give: an id with its status from the book; `sm-…` an architecture alone; `ask` with some of the candidates; `-` unknown.
TABLE = """
# f1: a longer or unknown name never takes the verdict of a shorter neighbour
NVIDIA L40S | l40s
L40S | l40s
L40 | l40
L4 | l4
L40 S | - l40s
L4S | -
GB200 | gb200
B200 | b200
GH200 | gh200
H200 | h200
H20 | h20
GB10 | gb10
GB100 | -
GB102 | -
A100 | a100
A10 | a10
A10G | a10
A100X | -
A1000 | -
A40 | a40
A4000 | rtx-a4000
RTX A4000 | rtx-a4000
NVIDIA RTX A4000H | sm-86
RTX A40000 | -
B2000 | -
XB200 | -
B200A | -
B200 A | - b200
B200-A | - b200
B200 LE | - b200
B200M6 | -
B200² | -
MI300XT | -
T40 | -
H1000 | -
H100 CNX | - h100
V100 | v100
# f2: architectures by number
sm_100 | sm-100
SM100 | sm-100
SM 100 | sm-100
sm-100 | sm-100
sm_100a | sm-100
compute_100 | sm-100
compute capability 10.0 | sm-100
Compute Capability: 10.0 | sm-100
cc 10.0 | sm-100
10.0 | sm-100
capacité de calcul 10.0 | sm-100
SM100 アーキテクチャ | sm-100
architecture SM100 | sm-100
sm_120 | sm-120
12.0 | sm-120
sm_90 | sm-90
sm_90a | sm-90
9.0 | sm-90
sm_103 | sm-103
10.3 | sm-103
sm_121 | sm-121
100 | -
1.0 | -
10 | -
10.00 | -
1.0.0 | -
sm_10 | -
sm_1000 | -
sm_100f | -
sm_100 or sm_90 | ask b200 h100
not sm_100 | ask b200 gb200
sm_101 | sm-110
10.1 | sm-110
11.0 | sm-110
CUDA 10.0 | -
CUDA 12.0 | -
driver 10.3 | -
gfx942 | cdna-3
gfx950 | cdna-4
dav-2201 | ascend-910b-arch
# f3: families ask
Blackwell | ask b200 b300 rtx-5090 gb10
NVIDIA Blackwell GPU | ask b200 rtx-5090
Blackwell Ultra | ask b300 gb300
Grace Blackwell | ask gb200 gb10
Hopper | ask h100 h200 gh200
Hopper世代のGPU | ask h100 h800
génération Hopper | ask h100 h20
RTX | ask rtx-5090 rtx-a6000
RTX PRO | ask rtx-pro-6000-blackwell rtx-pro-4000-blackwell
RTX Ada | ask rtx-6000-ada rtx-4000-ada
Ada | ask l40s rtx-4090
Ada Lovelace | ask l4 l40
Ampere | ask a100 rtx-3090
Turing | ask t4 quadro-rtx
GeForce | ask rtx-5090 rtx-3060
GeForce RTX | ask rtx-5090 rtx-4090
GeForce RTX 50シリーズ | ask rtx-5090 rtx-5050
RTX 40 series | ask rtx-4090 rtx-4060
Instinct | ask mi300x mi355x
MI300 | ask mi300x mi300a
MI350 series | ask mi350x mi355x
Gaudi | ask gaudi-2 gaudi-3
Ascend | ask ascend-950pr ascend-910b
昇騰 | ask ascend-950dt ascend-910c
Jetson | ask jetson-agx-thor jetson-agx-orin
HGX | ask b200 h100
DGX | ask b200 h100 gb10
NVL72 | ask gb200 gb300
GeForce GTX 1080 Ti | -
Radeon RX 7900 XTX | -
Blackwell B200 | b200
Hopper B200 | ask b200 h100
RTX B200 | ask b200 rtx-5090
GB10 Grace Blackwell Superchip | gb10
NVIDIA GB200 Grace Blackwell Superchip | gb200
# ambiguous bare forms ask
RTX 6000 | ask rtx-pro-6000-blackwell rtx-6000-ada rtx-a6000 quadro-rtx
NVIDIA RTX 6000 | ask rtx-6000-ada
RTX 5000 | ask rtx-5000-ada quadro-rtx
RTX 4000 | ask rtx-4000-ada rtx-pro-4000-blackwell
RTX 4500 | ask rtx-4500-ada rtx-pro-4500-blackwell
DGX Station | ask gb300 a100 v100
DGX-1 | ask v100 p100
Atlas 800 | ask ascend-910c ascend-910b
Ascend 950 | ask ascend-950pr ascend-950dt
昇騰950 | ask ascend-950pr ascend-950dt
RTX 6000 Ada | rtx-6000-ada
RTX 6000 Ada Generation | rtx-6000-ada
RTX 6000D | rtx-6000d
RTX 6000 Pro | rtx-pro-6000-blackwell
Quadro RTX 6000 | quadro-rtx
A6000 | rtx-a6000
DGX Station GB300 | gb300
DGX Spark | gb10
RTX Spark | ask rtx-5090 rtx-a6000
# f8: variants
NVIDIA H100 80GB HBM3 | h100
NVIDIA H100 PCIe | h100
NVIDIA H100 NVL | h100
H100 | h100
h100 sxm | h100
H100 SXM5 94GB | h100
A100-SXM4-80GB | a100
A100 80GB SXM4 | a100
a100-pcie-40gb | a100
NVIDIA GH200 480GB | gh200
GB200 NVL72 | gb200
HGX B200 | b200
DGX B200 | b200
B200 SXM | b200
B200 SXM6 180GB | b200
B200 192GB HBM3e | b200
NVIDIA B200, 183359 MiB | b200
B200 80GB | - b200
B200 memory | - b200
B200のメモリ | - b200
B200（メモリ180GB） | b200
B200. | b200
B200... | - b200
8 H100s | - h100
B200 PCIe | - b200
B200 NVL | - b200
B200 NVL72 | ask b200 gb200
# f9: Ascend
Ascend 910B3 | ascend-910b
910B3 | ascend-910b
Atlas 800 A3 | ascend-910c
Atlas 800I A2 | ascend-910b
Ascend 910C | ascend-910c
昇腾910C | ascend-910c
Ascend910_9391 | ascend-910c
Ascend910_9999 | - ascend-910
Ascend910B4-1 | ascend-910b
Ascend 910 | ascend-910
Ascend 310P3 | ascend-310p
Ascend310B4 | -
Atlas 300I Duo | ascend-310p
Ascend 950PR | ascend-950pr
Ascend950PR | ascend-950pr
昇騰950PR | ascend-950pr
昇腾 950DT | ascend-950dt
ファーウェイ昇騰950PR | ascend-950pr
Huawei Ascend 950DT | ascend-950dt
Atlas 350 | ascend-950pr
Atlas 350 加速卡 | ascend-950pr
Atlas 350 加速卡 x2 | ascend-950pr
Atlas 850E | ascend-950dt
Atlas 950 | -
Ascend 950 PR | - ascend-950pr
Ascend950PR_9572 | - ascend-950pr
Ascend 950X | ask ascend-950pr ascend-950dt
Atlas 350X | - ascend-950pr
Atlas 350 GB | - ascend-950pr
950 | -
910 | -
# f10: spellings; Ti, SUPER, D, Laptop are products of their own
RTX5090 | rtx-5090
rtx 5090 | rtx-5090
GeForce RTX 5090 | rtx-5090
NVIDIA GeForce RTX 5090 | rtx-5090
h100-sxm5-80gb | h100
ＲＴＸ　５０９０ | rtx-5090
RTX_5090 | rtx-5090
GeForceRTX5090 | rtx-5090
NVIDIA® GeForce RTX™ 5090 | rtx-5090
NVIDIA(R) RTX(TM) A6000 | rtx-a6000
5090 | rtx-5090
2x 5090 | rtx-5090
RTX 5090 Ti | - rtx-5090
RTX 5080 SUPER | - rtx-5080
RTX 5090 D | rtx-5090-d
RTX 5090D | rtx-5090-d
RTX 5090 D v2 | rtx-5090-d
GeForce RTX 5090 Laptop GPU | rtx-5090
RTX 5070 Ti | rtx-5070-ti
RTX5070Ti | rtx-5070-ti
RTX 5070 | rtx-5070
RTX 5060 Laptop | sm-120
RTX 4080 SUPER | rtx-4080
RTX 4070 Ti SUPER | rtx-4070-ti
RTX 3050Ti Laptop GPU | sm-86
GeForce RTX 3050 A Laptop GPU | sm-89
RTX 3050 | sm-86
B 200 | - b200
H-100 | - h100
GB-200 | - gb200
192 GB 200 W | -
# Lines of a list or an order
8x NVIDIA HGX H100 80GB SXM5 | h100
8x H100 | h100
8xH100 | h100
8 x H100 | h100
H100 x8 | h100
H100x8 | h100
H100×8 | h100
8 × NVIDIA B200 180GB | b200
8 B200 | b200
B200 x 8 | b200
B200 8-GPU | b200
eight B200 | b200
server with 8 NVIDIA B200 GPUs | b200
Dell PowerEdge with 8x NVIDIA B200 | b200
NVIDIA H100 Tensor Core GPU | h100
(NVIDIA B200) | b200
- NVIDIA B200 | b200
"B200" | b200
B200 (sm_100) | b200
B200, 10.0 | b200
H100 (sm_100) | ask h100 b200
RTX 5090 12.0 | rtx-5090
RTX 4090 12.0 | - rtx-4090
0x B200 | - b200
0 B200 | - b200
B200 0台 | - b200
B200 2 | - b200
B200 / GB200 | ask b200 gb200
B200 and H100 | ask b200 h100
RTX 4090, RTX 5090 | ask rtx-4090 rtx-5090
RTX 4090 and 5090 | ask rtx-4090 rtx-5090
4090 / 5090 | ask rtx-4090 rtx-5090
# Japanese and French around the name
H100を8基搭載したサーバー | h100
B200を8基搭載したサーバー | b200
NVIDIA製B200搭載サーバー | b200
エヌビディアのB200 | b200
B200 8枚 | b200
RTX5090搭載マシン | rtx-5090
H100の購入 | h100
serveur avec huit H100 | h100
serveur avec huit B200 | b200
deux serveurs équipés de B200 | b200
l’Ascend 950PR | ascend-950pr
carte d’accélérateur B200 | b200
le nouveau serveur H100 | - h100
# What must never be listed
USRP B200 | - b200
B200 2x2 | - b200
Cisco UCS B200 M6 | - b200
Dell B200 | - b200
Lenovo B200 | - b200
AMD B200 | - b200
Huawei B200 | - b200
GeForce B200 | ask b200 rtx-5090
Quadro B200 | - b200
no B200 | - b200
not B200 | - b200
non-B200 | - b200
without B200 | - b200
B200-equivalent | - b200
B200-class GPU | - b200
B200-like | - b200
B200 cooling kit | - b200
B200 board | - b200
server for B200 | - b200
B200? | - b200
~B200 | - b200
!B200 | - b200
≠B200 | - b200
B200* | - b200
B200+ | - b200
$B200 | - b200
B200 (planned) | - b200
B200 or H100 | ask b200 h100
B200 series | - b200
B200シリーズ | - b200
B200 互換 | - b200
B200相当 | - b200
B200以外 | - b200
B200なし | - b200
B200ではない | - b200
B200を搭載していない | - b200
B200搭載予定 | - b200
B200用ケーブル | - b200
非B200 | - b200
B200か | - b200
sans B200 | - b200
pas de B200 | - b200
B200 prévue | - b200
équivalent B200 | - b200
aucun B200 | - b200
absence de B200 | - b200
B200 GDDR7 | - b200
Ascend 950PR互換 | - ascend-950pr
sans Ascend 950DT | - ascend-950dt
NVIDIA Ascend 950PR | - ascend-950pr
# Nothing
 | -
??? | -
サーバー | -
NVIDIA | -
8x | -
hello world | -
"""

# Lines of tools, whole.
TOOLS = {
    "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-b7a9b1c2-0000-4d1a-9b7e-0123456789ab)": "h100",
    "GPU 7: NVIDIA B200 (UUID: GPU-b7a9b1c2-0000-4d1a-9b7e-0123456789ab)": "b200",
    "GPU 0: USRP B200 (UUID: GPU-b7a9b1c2-0000-4d1a-9b7e-0123456789ab)": "-",
    "|   0  NVIDIA B200                    On  |   00000000:1B:00.0 Off |                    0 |": "b200",
    "|   0  Tesla T4            Off  | 00000000:00:04.0 Off |                    0 |": "t4",
    "|   3  NVIDIA GeForce RTX 4090        Off |   00000000:01:00.0  On |                  Off |": "rtx-4090",
    "|   0  NVIDIA A100-SXM...  On   | 00000000:07:00.0 Off |                    0 |": "-",
    "| N/A   30C    P0            141W / 1000W |       0MiB / 183359MiB |      0%      Default |": "-",
    "| NVIDIA-SMI 580.95.05              Driver Version: 580.95.05      CUDA Version: 13.0     |": "-",
    "    Product Name                          : NVIDIA GB200": "gb200",
    "    Product Architecture                  : Blackwell": "-",
    "18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)": "h100",
    "0000:18:00.0 3D controller [0302]: NVIDIA Corporation GB100 [B200] [10de:2901] (rev a1)": "b200",
    "01:00.0 VGA compatible controller: NVIDIA Corporation AD103M / GN21-E11 [GeForce RTX 4090 Laptop GPU] (rev a1)": "rtx-4090",
    "01:00.0 VGA compatible controller: NVIDIA Corporation Device 2901 (rev a1)": "-",
    "01:00.1 Audio device: NVIDIA Corporation GB202 High Definition Audio Controller (rev a1)": "-",
    "c1:00.0 Processing accelerators: Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI300X]": "mi300x",
    "c1:00.0 Processing accelerators: Huawei Technologies Co., Ltd. Device d802 (rev 20)": "-",
    "| 0     910B3               | OK            | 93.1        44                0    / 0             |": "ascend-910b",
    "| 4     950PR               | OK            | 93.1        44                0    / 0             |": "ascend-950pr",
    "| 0     Ascend910           | OK            | 166.3       36                0    / 0             |": "ask",
    "| 0     0                   | 0000:9D:00.0  | 0           0    / 0          3103 / 65536         |": "-",
    "GPU[0]\t\t: Card series: \t\tAMD Instinct MI300X OAM": "mi300x",
    "GPU[0]          : Card Series: Instinct MI210": "mi210",
    "GPU[0]          : Card model: 0x74a1": "-",
    "GPU[0]\t\t: GFX Version: \t\tgfx942": "cdna-3",
    "  Marketing Name:          AMD Instinct MI355X": "mi355x",
    "        MARKET_NAME: AMD Instinct MI325X": "mi325x",
    'Device 0: "NVIDIA GB10"': "gb10",
    "  CUDA Capability Major/Minor version number:    10.0": "sm-100",
    "_CudaDeviceProperties(name='NVIDIA B200', major=10, minor=0, total_memory=182642MB, multi_processor_count=148)": "b200",
    "NVIDIA B200, 10.0": "b200",
    "NVIDIA H100 80GB HBM3, 9.0": "h100",
    "+-----------------------------------------------------------------------------------------+": "-",
}

# What tools print, whole; with what each of its lines that is no frame must give, in order.
PASTED = {
    "nvidia-smi": (
        """
Sun Nov  1 10:07:31 2026
+-----------------------------------------------------------------------------------------+
| NVIDIA-SMI 580.95.05              Driver Version: 580.95.05      CUDA Version: 13.0     |
+-----------------------------------------+------------------------+----------------------+
| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |
| Fan  Temp   Perf          Pwr:Usage/Cap |           Memory-Usage | GPU-Util  Compute M. |
|                                         |                        |               MIG M. |
|=========================================+========================+======================|
|   0  NVIDIA B200                    On  |   00000000:1B:00.0 Off |                    0 |
| N/A   30C    P0            141W / 1000W |       0MiB / 183359MiB |      0%      Default |
|                                         |                        |             Disabled |
+-----------------------------------------+------------------------+----------------------+
|   1  NVIDIA H100 80GB HBM3          On  |   00000000:43:00.0 Off |                  Off |
| N/A   29C    P0             72W /  700W |     530MiB /  81559MiB |     98%   E. Process |
|                                         |                        |              Enabled |
+-----------------------------------------+------------------------+----------------------+

+-----------------------------------------------------------------------------------------+
| MIG devices:                                                                            |
+------------------+----------------------------------+-----------+-----------------------+
| GPU  GI  CI  MIG |              Shared Memory-Usage |        Vol|        Shared         |
|      ID  ID  Dev |                Shared BAR1-Usage | SM     Unc| CE ENC  DEC  OFA  JPG |
|                  |                                  |        ECC|                       |
|==================+==================================+===========+=======================|
|  1    1   0   0  |             265MiB / 40448MiB    | 60      0 |  3   0    3    0    3 |
|                  |                 0MiB / 65535MiB  |           |                       |
+------------------+----------------------------------+-----------+-----------------------+

+-----------------------------------------------------------------------------------------+
| Processes:                                                                              |
|  GPU   GI   CI              PID   Type   Process name                        GPU Memory |
|        ID   ID                                                               Usage      |
|=========================================================================================|
|    0   N/A  N/A            2713      G   /usr/lib/xorg/Xorg                        4MiB |
|    0   N/A  N/A           90211    C+G   ...bin/python B200.py                   512MiB |
|    1     1    0           90345      C                                           512MiB |
+-----------------------------------------------------------------------------------------+
""",
        ["b200", "h100"],
    ),
    "nvidia-smi of earlier drivers": (
        """
Mon Feb 14 09:12:45 2022
+-----------------------------------------------------------------------------+
| NVIDIA-SMI 470.57.02    Driver Version: 470.57.02    CUDA Version: 11.4     |
|-------------------------------+----------------------+----------------------+
| GPU  Name        Persistence-M| Bus-Id        Disp.A | Volatile Uncorr. ECC |
| Fan  Temp  Perf  Pwr:Usage/Cap|         Memory-Usage | GPU-Util  Compute M. |
|                               |                      |               MIG M. |
|===============================+======================+======================|
|   0  Tesla T4            Off  | 00000000:00:04.0 Off |                    0 |
| N/A   41C    P8     9W /  70W |      0MiB / 15109MiB |      0%      Default |
|                               |                      |                  N/A |
+-------------------------------+----------------------+----------------------+
|   1  NVIDIA GeForce ...  WDDM  | 00000000:01:00.0  On |                  N/A |
| 30%   45C    P8    20W / 450W |    500MiB / 24564MiB |      2%      Default |
|                               |                      |                  N/A |
+-------------------------------+----------------------+----------------------+

+-----------------------------------------------------------------------------+
| Processes:                                                       GPU Memory |
|  GPU       PID   Type   Process name                             Usage      |
|=============================================================================|
|  No running processes found                                                 |
+-----------------------------------------------------------------------------+
""",
        ["t4", "-"],
    ),
    "nvidia-smi -L": (
        """
GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77)
  MIG 1g.5gb      Device  0: (UUID: MIG-c6d4f1ef-42e4-5de3-91c7-45d71c87eb3f)
  MIG 1c.3g.20gb  Device  1: (UUID: MIG-0c757cd7-e942-5726-a0b8-0e8fb7067135)
  MIG 1g.5gb+me   Device  2: (UUID: MIG-GPU-5d5ba0d6-d33d-2b2c-524d-9e3d8d2b8a77/7/0)
GPU 1: NVIDIA B200 (UUID: GPU-b7a9b1c2-0000-4d1a-9b7e-0123456789ab)
""",
        ["a100", "b200"],
    ),
    "npu-smi info": (
        """
+------------------------------------------------------------------------------------------------+
| npu-smi 24.1.rc2                 Version: 24.1.rc2                                             |
+---------------------------+---------------+----------------------------------------------------+
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
+===========================+===============+====================================================+
| 0     910B3               | OK            | 93.1        44                0    / 0             |
| 0                         | 0000:C1:00.0  | 0           0    / 0          3351 / 65536         |
+===========================+===============+====================================================+
| 1     910B3               | OK            | 88.4        42                0    / 0             |
| 0                         | 0000:C2:00.0  | 0           0    / 0          3350 / 65536         |
+===========================+===============+====================================================+
+---------------------------+---------------+----------------------------------------------------+
| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |
+===========================+===============+====================================================+
| No running processes found in NPU 0                                                            |
+===========================+===============+====================================================+
| 1       0                 | 12345         | python3.10               | 62354                   |
+===========================+===============+====================================================+
""",
        ["ascend-910b", "ascend-910b"],
    ),
    "npu-smi info of an inference card": (
        """
+--------------------------------------------------------------------------------------------------------+
| npu-smi 23.0.0                                   Version: 23.0.0                                       |
+-------------------------------+-----------------+------------------------------------------------------+
| NPU     Name                  | Health          | Power(W)     Temp(C)           Hugepages-Usage(page) |
| Chip    Device                | Bus-Id          | AICore(%)    Memory-Usage(MB)                        |
+===============================+=================+======================================================+
| 2       310P3                 | OK              | NA           51                0     / 0             |
| 0       0                     | 0000:03:00.0    | 0            1552 / 21534                            |
+===============================+=================+======================================================+
""",
        ["ascend-310p"],
    ),
    "rocm-smi": (
        """
============================================ ROCm System Management Interface ============================================
====================================================== Concise Info ======================================================
Device  Node  IDs              Temp        Power     Partitions          SCLK    MCLK    Fan  Perf  PwrCap  VRAM%  GPU%
              (DID,     GUID)  (Junction)  (Socket)  (Mem, Compute, ID)
==========================================================================================================================
0       2     0x74a1,   28851  35.0°C      140.0W    NPS1, SPX, 0        132Mhz  900Mhz  0%   auto  750.0W  0%     0%
==========================================================================================================================
================================================== End of ROCm SMI Log ===================================================
""",
        ["-"],  # a device, whose name the tool does not say
    ),
    "rocm-smi --showproductname": (
        """
============================ ROCm System Management Interface ============================
====================================== Product Info ======================================
GPU[0]\t\t: Card Series: \t\tAMD Instinct MI300X OAM
GPU[0]\t\t: Card Model: \t\t0x74a1
GPU[0]\t\t: Card Vendor: \t\tAdvanced Micro Devices, Inc. [AMD/ATI]
GPU[0]\t\t: Card SKU: \t\tM3000100
GPU[0]\t\t: Subsystem ID: \t0x74a1
GPU[0]\t\t: Device Rev: \t\t0x00
GPU[0]\t\t: Node ID: \t\t2
GPU[0]\t\t: GUID: \t\t28851
GPU[0]\t\t: GFX Version: \t\tgfx942
==========================================================================================
================================== End of ROCm SMI Log ===================================
""",
        ["mi300x", "cdna-3"],
    ),
    "lspci": (
        """
00:00.0 Host bridge: Intel Corporation Device 09a2 (rev 04)
00:1f.0 ISA bridge: Intel Corporation C741 LPC/eSPI Controller (rev 11)
03:00.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED Graphics Family (rev 52)
18:00.0 3D controller: NVIDIA Corporation GH100 [H100 SXM5 80GB] (rev a1)
0000:1b:00.0 3D controller [0302]: NVIDIA Corporation GB100 [B200] [10de:2901] (rev a1)
07:00.0 Bridge: NVIDIA Corporation GH100 [H100 NVSwitch] (rev a1)
5e:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]
01:00.1 Audio device: NVIDIA Corporation GB202 High Definition Audio Controller (rev a1)
c1:00.0 Processing accelerators: Huawei Technologies Co., Ltd. Device d802 (rev 20)
""",
        ["h100", "b200", "-"],
    ),
}
# Near to a frame, and none: it may be a device.
NO_FRAMES = [
    "", "B200", "NVIDIA-SMI B200", "| NVIDIA B200 |", "| NVIDIA-SMI 580 | NVIDIA B200 |", "|   0  NVIDIA B200 MiB |", "MIG 1g.5gb B200", "MIG 1g.5gb Device 0: (UUID: MIG-1) B200", "Processes: B200", "| Processes: B200 |",
    "| 0 | 910B3 | 3 |", "| 0 910B3 | OK | 1 |", "No running processes found B200", "=== NVIDIA B200 ===", "=== Product Info === B200", "GPU[0] : Card Series: AMD Instinct MI300X", "GPU[0] : Card model: Instinct MI210",
    "18:00.0 3D controller: NVIDIA Corporation GH100", "18:00.0 Co-processor: Intel Corporation Device 0d5d", "03:00.0 VGA compatible controller: NVIDIA Corporation Device 2901", "Host bridge: B200",
    "Sun Nov  1 10:07:31 2026 B200", "| N/A 30C P0 141W / 1000W | B200 | 0% Default |", "| | B200 | Disabled |", "| | | B200 |", "| 0 0 | 12 | B200 |", "| 0 1 | B200 | python | 3 |",
]

# Rows of the reference table whose architecture is wrong: its numbers were taken from a shorter name. The data has the right ones.
CORRECTED = {
    "NVIDIA RTX 5000 Ada Generation": "sm-89",
    "NVIDIA RTX 5000 Ada Generation Laptop GPU": "sm-89",
    "NVIDIA RTX 5000 Ada Generation Embedded GPU": "sm-89",
    "NVIDIA GeForce RTX 3050 A Laptop GPU": "sm-89",
    "Quadro RTX 3000": "sm-75",
    "Quadro RTX 3000 with Max-Q Design": "sm-75",
    "Quadro RTX 4000": "sm-75",
    "Quadro RTX 4000 with Max-Q Design": "sm-75",
    "Quadro RTX 5000": "sm-75",
    "Quadro RTX 5000 with Max-Q Design": "sm-75",
}
ROWS = [tuple(part.strip() for part in row.rpartition("|")[::2]) for row in TABLE.strip("\n").split("\n") if not row.startswith("#")]
